import { z } from 'zod'
import { Account } from '#contract/records/access.ts'
import { Author } from '#contract/records/author.ts'
import { id } from '#contract/scalars.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const get_current_actor = operation({
  summary: 'Get the account, user and permissions of this credential.',
  rest: 'GET /me',
  permission: 'authenticated',
  tool: false,
  input: z.strictObject({}),
  output: z.object({ actor: Author, user_id: id.nullable(), account: Account, permissions: z.array(z.string()) }),

  async run({ actor }) {
    return {
      actor: author(actor),
      user_id: actor.user_id,
      account: actor.account,
      permissions: [...actor.permissions].sort(),
    }
  },
})
