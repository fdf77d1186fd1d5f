import type { Inbox } from '#contract/records/inbox.ts'
import type { Message } from '#contract/records/conversation.ts'
import { findTarget } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { ChannelEvent } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'

type Echo = Extract<ChannelEvent, { kind: 'echo' }>

/**
 * The message of ours that an echo repeats. A message with files has several ids at the provider, and one whose outcome is
 * unknown has none yet: it is recognised by our own id, or else by its text.
 */
export async function findOwn(
  ctx: Context,
  inbox_id: string,
  conversation_id: string | undefined,
  { external_id, client_ref, content }: Pick<Echo, 'external_id' | 'client_ref' | 'content'>,
): Promise<Message | undefined> {
  const own = await findTarget(ctx, inbox_id, external_id, client_ref)
  if (own || !conversation_id) return own
  const ref = client_ref && /^\d{1,18}$/.test(client_ref) ? client_ref : null
  const [row] = await ctx.sql<{ id: string }>`
    select id from messages
     where account_id = ${ctx.actor.account.id} and conversation_id = ${conversation_id} and direction = 'outgoing'
       and (id = ${ref}::bigint or content_attributes -> 'external_ids' ? ${external_id}
            or content_attributes #> '{delivery,accepted_ids}' ? ${external_id}
            or ${ref}::bigint is null and external_id is null and content = ${content} and failure ->> 'code' = 'outcome_unknown')
     order by id limit 1`
  return row && messages.getLocked(ctx, row.id)
}

/** Somebody of the business who wrote outside of Hilo. */
export const externalAuthor = ({ connection, name }: Inbox) =>
  ({ type: 'external', id: null, name: connection?.account?.name ?? name }) as const

export async function isSending({ sql, actor }: Context, conversation_id: string): Promise<boolean> {
  const rows = await sql`
    select from channel_outbox where account_id = ${actor.account.id} and conversation_id = ${conversation_id} and lease is not null`
  return rows.length > 0
}

/** Whether a message to a person is with the provider at the moment, in any conversation. */
export async function isSendingTo({ sql, actor }: Context, identity_id: string): Promise<boolean> {
  const rows = await sql`
    select from conversations c join channel_outbox o on o.account_id = c.account_id and o.conversation_id = c.id
     where c.account_id = ${actor.account.id} and c.identity_id = ${identity_id} and o.lease is not null limit 1`
  return rows.length > 0
}

/** A first e-mail to a new person needs no answer here, so it opens a conversation only when they reply. */
export function openFor(
  ctx: Context,
  inbox: Inbox,
  { id, contact_id }: { id: string; contact_id: string },
  subject?: string,
) {
  const status = subject === undefined ? 'open' : 'resolved'
  const additional_attributes = subject === undefined ? {} : { subject }
  return conversations.insert(ctx, { inbox_id: inbox.id, contact_id, identity_id: id, status, additional_attributes })
}
