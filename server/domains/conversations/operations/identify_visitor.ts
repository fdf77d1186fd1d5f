import { z } from 'zod'
import { line } from '#contract/scalars.ts'
import { issueVisitor, provesIdentity } from '#domains/access/visitors.ts'
import { visitorOf } from '#domains/conversations/chat.ts'
import { introduce, keep, recognise } from '#domains/conversations/identifying.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { type Context, operation, type Visitor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const identify_visitor = operation({
  summary: 'Say who the visitor is in the site’s own words, proved by identifier_hash.',
  description:
    'The identifier_hash is the HMAC-SHA256 of the identifier in hex, made by the site’s server with the identity secret of the inbox. ' +
    'Who is proved keeps one chat on every device. Use the token returned from then on.',
  rest: 'POST /widget/identity',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    identifier: line.min(1).describe('What the site calls this person'),
    identifier_hash: line.optional(),
    name: line.optional(),
    email: line.optional(),
  }),
  output: z.object({ token: z.string(), verified: z.boolean() }),

  async run(ctx, { identifier, identifier_hash, ...told }) {
    const visitor = await identified(ctx, visitorOf(ctx), identifier, identifier_hash)
    if (told.name ?? told.email) await introduce(ctx, visitor, told)
    const token = issueVisitor(ctx.secret, { account_id: ctx.actor.account.id, ...visitor }, ctx.now)
    return { token, verified: visitor.verified }
  },
})

async function identified(ctx: Context, visitor: Visitor, identifier: string, hash?: string): Promise<Visitor> {
  const { settings } = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
  if (hash === undefined) {
    if (settings.identity_verification !== 'required') return keep(ctx, visitor, identifier)
    reject('missing_field', 'This inbox asks for proof: give identifier_hash.', 'identifier_hash')
  }
  const secret = await inboxes.getIdentitySecret(ctx, visitor.inbox_id)
  if (!provesIdentity(secret, identifier, hash)) {
    reject(
      'invalid_value',
      'identifier_hash does not belong to this identifier; make it with the inbox’s secret.',
      'identifier_hash',
    )
  }
  return recognise(ctx, visitor, identifier)
}
