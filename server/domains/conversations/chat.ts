import type { Conversation, Message } from '#contract/records/conversation.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import * as identities from '#domains/conversations/identities.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context, Visitor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Who the visitor is; only they may do what these operations do. */
export function visitorOf({ actor }: Context): Visitor {
  return actor.visitor ?? reject('permission_denied', 'Only a visitor of a live chat can do this.')
}

/** Who the visitor is in the inbox, once they have written or said so. */
export function identityOf(ctx: Context): Promise<identities.Identity | undefined> {
  const { inbox_id, source_id } = visitorOf(ctx)
  return identities.find(ctx, inbox_id, source_id)
}

/** The visitor's conversation, once they have one. */
export async function conversationOf(ctx: Context): Promise<Conversation | undefined> {
  const identity = await identityOf(ctx)
  return identity && conversations.findLatest(ctx, identity.id)
}

/** What the visitor may read: everything but the team's notes. All that was said to them here is one chat. */
export function listMessages(
  ctx: Context,
  identity: identities.Identity,
  after: string[] | undefined,
  limit: number,
  met: Part = nothing,
): Promise<Message[]> {
  return messages.listOfIdentity(ctx, identity.id, after, limit, part`and not m.private ${met}`)
}

/**
 * Answers the visitor has not seen: what they have seen is marked as read. Older ones need not be looked at, but for
 * those that were being sent, by a clock behind ours, while the visitor looked.
 */
const unseen = part`m.direction = 'outgoing' and not m.private and m.status in ('sent', 'delivered')
  and m.deleted_at is null and m.created_at > coalesce(c.contact_last_seen_at, '-infinity') - interval '1 minute'`

export async function countUnseen(ctx: Context, identity: identities.Identity): Promise<number> {
  const [row] = await ctx.sql<{ unseen: number }>`
    select count(*)::int as unseen
      from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity.id} and ${unseen}`
  return row!.unseen
}

/** The visitor's latest conversation and those with answers they have not seen, held until the transaction ends. */
export async function lockUnseen(ctx: Context, identity: identities.Identity): Promise<{ id: string }[]> {
  return ctx.sql<{ id: string }>`
    select c.id from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity.id} and (
       c.id = (select max(id) from conversations where account_id = ${ctx.actor.account.id} and identity_id = ${identity.id})
       or exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and ${unseen}))
     order by c.id for no key update of c`
}

/** How a message of a visitor is known, so that sending it again is sending it once. A client_id has no colon. */
export function externalId(visitor: Visitor, client_id: string): string {
  return `chat:${visitor.source_id}:${client_id}`
}
