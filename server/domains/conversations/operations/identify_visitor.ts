import { z } from 'zod'
import { line, written } from '#contract/scalars.ts'
import { issueVisitorToken, provesIdentity } from '#domains/access/public/visitors.ts'
import { visitorOf } from '#domains/conversations/chat/visitor.ts'
import {
  identifyVisitor,
  keepUnverified,
  requestVisitorAvatar,
  updateVisitorContact,
} from '#domains/conversations/identities/identify.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { type Context, operation, type Visitor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const identify_visitor = operation({
  summary: 'Identify the visitor by the site’s own identifier, proved by identifier_hash.',
  description:
    'The identifier_hash is the HMAC-SHA256 of the identifier in hex, made by the site’s server with the identity secret of the inbox. ' +
    'A verified visitor has one chat on every device. Use the returned token from then on.',
  rest: 'POST /widget/identity',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    identifier: line.min(1).describe('Identifier of this person on the site'),
    identifier_hash: line.optional(),
    name: line.optional(),
    email: line.optional(),
    phone_number: line.optional(),
    avatar_url: written.max(4000).optional().describe('Address of their picture, which the server fetches'),
  }),
  output: z.object({ token: z.string(), verified: z.boolean() }),

  async run(ctx, { identifier, identifier_hash, avatar_url, ...details }) {
    const visitor = await identified(ctx, visitorOf(ctx), identifier, identifier_hash)
    if (details.name ?? details.email ?? details.phone_number ?? avatar_url)
      await updateVisitorContact(ctx, visitor, details)
    if (avatar_url) await requestVisitorAvatar(ctx, visitor, avatar_url)
    const token = issueVisitorToken(ctx.secret, { account_id: ctx.actor.account.id, ...visitor }, ctx.now)
    return { token, verified: visitor.verified }
  },
})

async function identified(ctx: Context, visitor: Visitor, identifier: string, hash?: string): Promise<Visitor> {
  const { settings } = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
  if (hash === undefined) {
    if (settings.identity_verification !== 'required') return keepUnverified(ctx, visitor, identifier)
    reject('missing_field', 'This inbox requires verified visitors; give identifier_hash.', 'identifier_hash')
  }
  const secret = await inboxes.getIdentitySecret(ctx, visitor.inbox_id)
  if (!provesIdentity(secret, identifier, hash)) {
    reject(
      'invalid_value',
      'identifier_hash does not belong to this identifier; make it with the inbox’s secret.',
      'identifier_hash',
    )
  }
  return identifyVisitor(ctx, visitor, identifier)
}
