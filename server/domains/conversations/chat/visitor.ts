import type { Conversation, Message } from '#contract/records/conversation.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as identities from '#domains/conversations/identities/store.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context, Visitor } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The visitor who is calling; refuses any other caller. */
export function visitorOf({ actor }: Context): Visitor {
  return actor.visitor ?? reject('permission_denied', 'Only a visitor of a live chat can do this; use a visitor token.')
}

/** The visitor's identity in the inbox; undefined until they write or identify themselves. */
export function findIdentity(ctx: Context): Promise<identities.Identity | undefined> {
  const { inbox_id, source_id } = visitorOf(ctx)
  return identities.find(ctx, inbox_id, source_id)
}

/** The conversation a visitor names, which must be theirs, or else the one their messages go to. */
export async function findConversation(
  ctx: Context,
  identity: identities.Identity | undefined,
  conversation_id: string | undefined,
): Promise<Conversation | undefined> {
  if (conversation_id === undefined) return identity && conversations.findLatest(ctx, identity.id)
  return (
    (identity && (await conversations.findOfIdentity(ctx, identity.id, conversation_id))) ??
    reject('not_found', 'There is no such conversation.', 'conversation_id')
  )
}

/** Only messages of one conversation, if it is named. */
export function ofConversation(conversation_id: string | undefined): Part {
  return conversation_id === undefined ? emptyPart : part`and m.conversation_id = ${conversation_id}`
}

/** Messages the visitor may read: all but internal notes. Their conversations in an inbox appear as one chat. */
export function listMessages(
  ctx: Context,
  identity: identities.Identity,
  after: string[] | undefined,
  limit: number,
  met: Part = emptyPart,
): Promise<Message[]> {
  return messages.listOfIdentity(
    ctx,
    identity.id,
    after,
    limit,
    part`and not m.private and m.status <> 'scheduled' ${met}`,
  )
}

/**
 * Replies the visitor has not seen; seen ones are marked as read. Only messages since their last visit are checked, with a
 * minute of tolerance for clock differences between nodes.
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

/** Locks the visitor's latest conversation and those with replies they have not seen. */
export async function lockUnseen(ctx: Context, identity: identities.Identity): Promise<{ id: string }[]> {
  return ctx.sql<{ id: string }>`
    select c.id from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity.id} and (
       c.id = (select max(id) from conversations where account_id = ${ctx.actor.account.id} and identity_id = ${identity.id})
       or exists (select from messages m where m.account_id = c.account_id and m.conversation_id = c.id and ${unseen}))
     order by c.id for no key update of c`
}

/** The external id of a visitor's message, so that a retry does not duplicate it. A client_id cannot contain a colon. */
export function externalId(visitor: Visitor, client_id: string): string {
  return `chat:${visitor.source_id}:${client_id}`
}
