import { z } from 'zod'
import { Account } from '#contract/records/access.ts'
import { operation } from '#kernel/operation.ts'

export const get_account = operation({
  summary: 'Get the workspace: name, time zone, language, currency and modules.',
  rest: 'GET /account',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({}),
  output: Account,

  // Authentication has just loaded it.
  run: async ({ actor }) => actor.account,
})
