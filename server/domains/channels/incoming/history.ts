import type { Inbox } from '#contract/records/inbox.ts'
import type { Identity } from '#domains/conversations/identities/store.ts'
import type { Message } from '#contract/records/conversation.ts'
import { emitChange } from '#domains/conversations/messages/changes.ts'
import { addMedia } from '#domains/conversations/messages/append.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { ChannelEvent } from '#kernel/connector.ts'
import type { Context } from '#kernel/operation.ts'
import { externalAuthor } from './echoes.ts'
import { lockTarget } from './parked.ts'
import { resolvePerson } from './people.ts'

type HistoryMessage = Extract<ChannelEvent, { kind: 'history' }>

/** Takes in a message from before the connection, once; its file may follow separately. Returns its id if it is new. */
export async function addHistory(ctx: Context, inbox: Inbox, event: HistoryMessage): Promise<string | undefined> {
  await lockTarget(ctx, inbox.id, event.external_id)
  const identity = await resolvePerson(ctx, inbox.id, event.person)
  const before = await messages.findExternal(ctx, inbox.id, event.external_id)
  if (before && isPlaceholder(before) && !isPlaceholder(event)) await fillPlaceholder(ctx, before, event)
  return before ? undefined : importHistory(ctx, inbox, identity, event)
}

/**
 * Adds a message from before the connection, with its own time. It is no news: there are no notifications, reply windows,
 * rules or answers of the AI agent, and a conversation made of history alone is resolved.
 */
async function importHistory(
  ctx: Context,
  inbox: Inbox,
  identity: Identity,
  {
    content,
    content_type = 'text',
    content_attributes = {},
    attachments = [],
    direction,
    external_id,
    occurred_at,
    status = 'sent',
    reply_to,
  }: HistoryMessage,
): Promise<string> {
  const account_id = ctx.actor.account.id
  const conversation =
    (await conversations.findLatestLocked(ctx, identity.id)) ??
    (await conversations.insert(ctx, {
      inbox_id: inbox.id,
      contact_id: identity.contact_id,
      identity_id: identity.id,
      status: 'resolved',
    }))
  const author =
    direction === 'incoming'
      ? { type: 'contact', id: identity.contact_id, name: conversation.contact.name }
      : externalAuthor(inbox)
  const [stored] = await ctx.sql<{ id: string }>`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, content_type,
                          content_attributes, status, external_id, reply_to_id, reply_to_external_id, created_at, updated_at)
    values (${account_id}, ${conversation.id}, ${inbox.id}, ${direction}, ${author.type}, ${author.id}, ${author.name}, ${content},
            ${content_type}, ${{ ...content_attributes, history: true }}, ${status}, ${external_id},
            (select id from messages where account_id = ${account_id} and inbox_id = ${inbox.id} and external_id = ${reply_to ?? null}),
            ${reply_to ?? null}, ${occurred_at}, ${ctx.now})
    returning id`
  await addMedia(ctx, stored!.id, attachments)
  await ctx.sql`
    update conversations set last_message_id = (
        select id from messages where account_id = ${account_id} and conversation_id = ${conversation.id}
         order by created_at desc, id desc limit 1)
     where account_id = ${account_id} and id = ${conversation.id}`
  return stored!.id
}

/** Whether a message of the history is still without its file, which the provider sends separately. */
function isPlaceholder({ content_type, content_attributes = {} }: Placeholder): boolean {
  return content_type === 'unsupported' && content_attributes['type'] === 'media_placeholder'
}

type Placeholder = { content_type?: string | undefined; content_attributes?: Record<string, unknown> | undefined }

/** Puts the file that followed in the place of its placeholder. */
async function fillPlaceholder(
  ctx: Context,
  { id }: Pick<Message, 'id'>,
  { content, content_type = 'text', content_attributes = {}, attachments = [] }: HistoryMessage,
): Promise<void> {
  await ctx.sql`
    update messages
       set content = ${content}, content_type = ${content_type}, content_attributes = ${{ ...content_attributes, history: true }},
           updated_at = ${ctx.now}
     where account_id = ${ctx.actor.account.id} and id = ${id}`
  await addMedia(ctx, id, attachments)
  await emitChange(ctx, 'message.updated', id)
}
