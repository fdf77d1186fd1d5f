import { z } from 'zod'
import { readClassicToken } from '#domains/access/setup/provision.ts'
import { operation } from '#kernel/operation.ts'

export const get_classic_token = operation({
  summary: 'Get the classic account token. Requires a super-administrator.',
  rest: 'GET /classic-token',
  permission: 'super_admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ token: z.string().describe('Value of the api_access_token header of the classic routes') }),

  async run({ sql, secret, actor }) {
    return { token: await readClassicToken(sql, secret, actor.account.id) }
  },
})
