import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { modules } from '#contract/modules.ts'
import { Account } from '#contract/records/access.ts'
import { line } from '#contract/scalars.ts'
import * as account from '#domains/access/account.ts'
import { operation } from '#kernel/operation.ts'

export const update_account = operation({
  summary: 'Change the workspace: its name, time zone, language, country, currency, or which modules are switched on.',
  description: 'A module that is switched off keeps its records, and answers again once it is switched on.',
  rest: 'PATCH /account',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    name: line.optional(),
    time_zone: line.optional().describe('Such as America/Bogota'),
    locale: z.enum(['es', 'en']).optional().describe('The language of what the product writes by itself'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Write the country as its ISO code of two letters, such as CO')
      .optional()
      .describe('Where phone numbers without a country code are from'),
    default_currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'Write the currency as its ISO code, such as COP')
      .optional(),
    modules: z.array(z.enum(modules)).max(modules.length).optional().describe('All that are to be switched on'),
  }),
  output: Account,

  async run(ctx, patch) {
    const before = await account.getLocked(ctx)
    const after = account.revise(before, patch)
    if (!isDeepStrictEqual(before, after)) await account.update(ctx, after)
    return after
  },
})
