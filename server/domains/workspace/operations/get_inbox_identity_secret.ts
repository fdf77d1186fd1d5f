import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_inbox_identity_secret = operation({
  summary: 'Get the secret that signs visitor identifiers. Keep it on your server; never put it in a page.',
  rest: 'GET /inboxes/:inbox_id/identity-secret',
  permission: 'admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: z.object({
    identity_secret: z.string().describe('Key of identifier_hash, the hex HMAC-SHA256 of the identifier'),
  }),

  async run(ctx, { inbox_id }) {
    return { identity_secret: await inboxes.getIdentitySecret(ctx, inbox_id) }
  },
})
