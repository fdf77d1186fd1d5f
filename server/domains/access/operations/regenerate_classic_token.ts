import { z } from 'zod'
import { regenerateClassicToken } from '#domains/access/setup/provision.ts'
import { operation } from '#kernel/operation.ts'

export const regenerate_classic_token = operation({
  summary: 'Replace the classic account token. The previous token stops working immediately.',
  rest: 'POST /classic-token/regenerate',
  permission: 'super_admin',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ token: z.string() }),

  async run({ sql, secret, actor }) {
    return { token: await regenerateClassicToken(sql, secret, actor.account.id) }
  },
})
