import { z } from 'zod'
import { readClassicToken } from '#domains/access/setup.ts'
import { operation } from '#kernel/operation.ts'

export const get_classic_token = operation({
  summary: 'Show the classic account token. Only a super-administrator may.',
  rest: 'GET /classic-token',
  permission: 'super_admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({}),
  output: z.object({ token: z.string().describe('For the header api_access_token of the classic routes') }),

  async run({ sql, secret, actor }) {
    return { token: await readClassicToken(sql, secret, actor.account.id) }
  },
})
