import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { modules } from '#contract/modules.ts'
import { contacts_visibilities } from '#contract/permissions.ts'
import { Account } from '#contract/records/access.ts'
import { line } from '#contract/scalars.ts'
import * as account from '#domains/access/account.ts'
import { operation } from '#kernel/operation.ts'

export const update_account = operation({
  summary:
    'Update the workspace: name, time zone, language, country, currency, enabled modules or visibility of contacts.',
  description: 'A disabled module keeps its records until it is enabled again.',
  rest: 'PATCH /account',
  permission: 'admin',
  tool: false,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    name: line.optional(),
    time_zone: line.optional().describe('IANA name, such as America/Bogota'),
    locale: z.enum(['es', 'en']).optional().describe('Language of e-mails and automatic messages'),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'Use the two-letter ISO code of the country, such as CO')
      .optional()
      .describe('Country of phone numbers without a country code'),
    default_currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'Use the ISO code of the currency, such as COP')
      .optional(),
    modules: z
      .array(z.enum(modules))
      .max(modules.length)
      .optional()
      .describe('All modules to enable; the others are disabled'),
    contacts_visibility: z
      .enum(contacts_visibilities)
      .optional()
      .describe(
        'Contacts that agents who see only their own or their team’s records see. `all`: every contact. `related`: ' +
          'contacts with a conversation, lead or deal they see, and contacts without any.',
      ),
  }),
  output: Account,

  async run(ctx, patch) {
    const before = await account.getLocked(ctx)
    const after = account.revise(before, patch)
    if (!isDeepStrictEqual(before, after)) await account.update(ctx, after)
    return after
  },
})
