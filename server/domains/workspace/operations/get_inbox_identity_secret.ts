import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const get_inbox_identity_secret = operation({
  summary: 'Show the secret a site signs its visitors’ identifiers with. It belongs on your server, never in a page.',
  rest: 'GET /inboxes/:inbox_id/identity-secret',
  permission: 'admin',
  tool: false,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: z.object({
    identity_secret: z.string().describe('identifier_hash is the HMAC-SHA256 of the identifier with it, in hex'),
  }),

  async run(ctx, { inbox_id }) {
    return { identity_secret: await inboxes.getIdentitySecret(ctx, inbox_id) }
  },
})
