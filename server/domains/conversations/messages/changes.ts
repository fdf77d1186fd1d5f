import type { Message, MessageAuthor, MessageFailure, MessageStatus } from '#contract/records/conversation.ts'
import * as messages from './store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'

/** The message of an inbox by its id in the channel, or by our own id if the provider returns it; locked. */
export async function findTarget(
  ctx: Context,
  inbox_id: string,
  target: string,
  client_ref?: string,
): Promise<Message | undefined> {
  const own = client_ref && /^\d{1,18}$/.test(client_ref) ? client_ref : null
  const [row] = await ctx.sql<{ id: string }>`
    select id from messages
     where account_id = ${ctx.actor.account.id} and inbox_id = ${inbox_id}
       and (external_id = ${target} or id = ${own}::bigint and external_id is null)
     order by external_id nulls last limit 1 for no key update`
  return row && messages.getLocked(ctx, row.id)
}

/** Moves the status forwards and emits the change; a late or repeated report changes nothing. */
export async function advanceStatus(
  ctx: Context,
  message: Message,
  status: MessageStatus,
  facts: {
    external_id?: string | undefined
    failure?: MessageFailure | undefined
    attributes?: Record<string, unknown> | undefined
  } = {},
): Promise<void> {
  const external_id = message.external_id ?? facts.external_id ?? null
  // An unknown outcome becomes known by any later report.
  const isKnownNow = message.failure?.code === 'outcome_unknown' && status === 'sent'
  const advances =
    (rules.canAdvance(message.status, status) || isKnownNow) && !isAcceptedPart(message, facts.external_id)
  if (!advances && external_id === message.external_id) return
  await ctx.sql`
    update messages
       set status = ${advances ? status : message.status}, external_id = ${external_id}, updated_at = ${ctx.now},
           failure = ${advances ? (status === 'failed' ? (facts.failure ?? null) : null) : message.failure},
           content_attributes = content_attributes || ${facts.attributes ?? {}}
     where account_id = ${ctx.actor.account.id} and id = ${message.id}`
  if (advances) await emitChange(ctx, 'message.status_changed', message.id)
}

/** Whether the report concerns an accepted part of a failed multi-part message, which stays failed. */
function isAcceptedPart({ status, content_attributes }: Message, external_id: string | undefined): boolean {
  const delivery = content_attributes['delivery'] as { accepted_ids?: string[] } | undefined
  return status === 'failed' && external_id !== undefined && (delivery?.accepted_ids?.includes(external_id) ?? false)
}

/** Replaces the text by a newer one; the earlier text is kept as a revision. */
export async function editContent(
  ctx: Context,
  message: Message,
  content: string | null,
  edited_at: string,
): Promise<void> {
  if (message.deleted || (message.edited_at && message.edited_at >= edited_at)) return
  const account_id = ctx.actor.account.id
  await ctx.sql`
    insert into message_revisions (account_id, message_id, content, replaced_at)
    select account_id, id, content, ${edited_at} from messages where account_id = ${account_id} and id = ${message.id}`
  await ctx.sql`
    update messages set content = ${content}, edited_at = ${edited_at}, updated_at = ${ctx.now}
     where account_id = ${account_id} and id = ${message.id}`
  await emitChange(ctx, 'message.updated', message.id)
}

/**
 * A message its program sends again: with other text it is an edit, otherwise a repetition. Programs that connect a
 * channel have no other way to report that a message was edited there.
 */
export async function editRepeated(ctx: Context, known: Message, content: string | null): Promise<Message> {
  if (known.deleted || content === null || content === known.content) return known
  await editContent(ctx, known, content, ctx.now.toISOString())
  return messages.getLocked(ctx, known.id)
}

/** Leaves a placeholder of a message the sender took back. */
export async function eraseContent(ctx: Context, message: Message): Promise<void> {
  if (message.deleted) return
  await messages.eraseContent(ctx, message.id)
  await emitChange(ctx, 'message.updated', message.id)
}

/** Sets, changes or removes the reaction of an author; an older report changes nothing. */
export async function setReaction(
  ctx: Context,
  message_id: string,
  author: MessageAuthor,
  emoji: string | null,
  at: string,
): Promise<void> {
  const entry = { emoji, author, at }
  const changed = await ctx.sql`
    update messages m
       set reactions = jsonb_path_query_array(m.reactions, '$[*] ? (@.author.type != $type || @.author.id != $id)', ${JSON.stringify({ type: author.type, id: author.id })}::jsonb)
                       || ${JSON.stringify([entry])}::jsonb, updated_at = ${ctx.now}
     where m.account_id = ${ctx.actor.account.id} and m.id = ${message_id} and m.deleted_at is null
       and not exists (
         select from jsonb_array_elements(m.reactions) e
          where e -> 'author' ->> 'type' = ${author.type} and e -> 'author' ->> 'id' is not distinct from ${author.id}
            and (e ->> 'at' > ${at} or e ->> 'at' = ${at} and e ->> 'emoji' is not distinct from ${emoji}))
    returning m.id`
  if (changed.length > 0) await emitChange(ctx, 'message.updated', message_id)
}

/** Marks what was sent up to a time as delivered or read. */
export async function advanceUntil(
  ctx: Context,
  identity_id: string,
  status: 'delivered' | 'read',
  until: string,
): Promise<void> {
  const below = status === 'read' ? ['sent', 'delivered'] : ['sent']
  const rows = await ctx.sql<{ id: string }>`
    update messages m set status = ${status}, updated_at = ${ctx.now}
      from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.identity_id = ${identity_id} and m.account_id = c.account_id
       and m.conversation_id = c.id and m.direction = 'outgoing' and not m.private and m.status = any(${below}::text[])
       and m.created_at <= ${until}
    returning m.id`
  for (const { id } of rows) await emitChange(ctx, 'message.status_changed', id)
}

/** Emits a change of a message with its conversation. */
export async function emitChange(
  ctx: Context,
  name: 'message.updated' | 'message.status_changed' | 'message.sent',
  message_id: string,
): Promise<void> {
  const message = await messages.getOwn(ctx, message_id)
  ctx.emit(name, { conversation: await conversations.getOwn(ctx, message.conversation_id), message })
}

/** Queues a reaction, edit or deletion for the provider, after everything else of the conversation. */
export async function queueChange(
  ctx: Context,
  { id, conversation_id, external_id }: Pick<Message, 'id' | 'conversation_id' | 'external_id'>,
  kind: 'reaction' | 'edit' | 'deletion',
  payload: Record<string, unknown> = {},
): Promise<void> {
  if (!external_id) return
  await ctx.sql`
    insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, payload, due_at, not_before)
    select n.account_id, n.inbox_id, ${conversation_id}, ${id}, ${kind}, ${payload}, ${ctx.now}, ${ctx.now}
      from messages m join channel_connections n on n.account_id = m.account_id and n.inbox_id = m.inbox_id
     where m.account_id = ${ctx.actor.account.id} and m.id = ${id}`
}
