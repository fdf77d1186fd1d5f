import { z } from 'zod'
import { Account } from '#contract/records/access.ts'
import { operation } from '#kernel/operation.ts'

export const get_account = operation({
  summary: 'Read the workspace: its name, time zone, language, currency and modules.',
  rest: 'GET /account',
  permission: 'workspace:read',
  tool: false,
  input: z.strictObject({}),
  output: Account,

  // Whoever calls was let in with the workspace as it is now.
  run: async ({ actor }) => actor.account,
})
