import type { Conversation, Message, MessageFailure, MessageStatus } from '#contract/records/conversation.ts'
import { part } from '#db/sql.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { columns, withFileUrls } from './columns.ts'

/** Queues a failed message for its provider again, with its options and after the parts already accepted; without one it counts as sent, and its program gets an event to send it. */
export async function requeue(ctx: Context, id: string, delivery: Record<string, unknown>): Promise<Message> {
  const account_id = ctx.actor.account.id
  const [row] = await ctx.sql<Message>`
    with n as (
      select n.account_id, n.inbox_id from messages m join channel_connections n on n.account_id = m.account_id and n.inbox_id = m.inbox_id
       where m.account_id = ${account_id} and m.id = ${id}
    ), m as (
      update messages m
         set status = case when exists (select from n) then 'pending' else 'sent' end, failure = null,
             content_attributes = m.content_attributes - 'delivery' || case when exists (select from n) then '{}'
               -- By this key a program knows that it is to send the message again.
               else '{"external_error": null}' end::jsonb, updated_at = ${ctx.now}
       where m.account_id = ${account_id} and m.id = ${id} returning *
    ), o as (
      insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, payload, due_at, not_before)
      select m.account_id, m.inbox_id, m.conversation_id, m.id, 'message', ${delivery}::jsonb, ${ctx.now}, ${ctx.now} from m join n using (account_id)
    ) select ${columns()} from m`
  return withFileUrls(ctx, row!)
}

/** A scheduled message, locked, unless another node has sent it. */
export async function takeScheduled(ctx: Context, id: string): Promise<Message | undefined> {
  const [row] = await ctx.sql<Message>`
    select ${columns()} from messages m
     where m.account_id = ${ctx.actor.account.id} and m.id = ${id} and m.status = 'scheduled' and m.deleted_at is null for update of m`
  return row && withFileUrls(ctx, row)
}

/** Moves a scheduled message to another time. */
export async function moveScheduled(ctx: Context, id: string, scheduled_at: string): Promise<Message> {
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages set scheduled_at = ${scheduled_at}, created_at = ${scheduled_at}, updated_at = ${ctx.now}
       where account_id = ${ctx.actor.account.id} and id = ${id} returning *
    ) select ${columns()} from m`
  return withFileUrls(ctx, row!)
}

/** Sends a scheduled message now: it takes its place in the conversation, and is queued where a provider is connected. */
export async function sendScheduled(
  ctx: Context,
  before: Conversation,
  { id, author, content_attributes }: Message,
  refused: { status: MessageStatus; failure: MessageFailure } | undefined,
): Promise<{ message: Message; conversation: Conversation }> {
  const account_id = ctx.actor.account.id
  const waited_seconds = rules.waitedSeconds(before, { direction: 'outgoing', author }, ctx.now)
  const connected = part`exists (
    select from channel_connections n where n.account_id = ${account_id} and n.inbox_id = ${before.inbox.id})`
  const [row] = await ctx.sql<Message>`
    with m as (
      update messages m
         set status = ${refused ? part`'failed'` : part`case when ${connected} then 'pending' else 'sent' end`},
             content_attributes = m.content_attributes - 'delivery', failure = ${refused?.failure ?? null}, waited_seconds = ${waited_seconds}, created_at = ${ctx.now}, updated_at = ${ctx.now}
       where m.account_id = ${account_id} and m.id = ${id} returning *
    ), o as (
      insert into channel_outbox (account_id, inbox_id, conversation_id, message_id, kind, payload, due_at, not_before)
      select account_id, inbox_id, conversation_id, id, 'message', ${content_attributes['delivery'] ?? {}}::jsonb, updated_at, updated_at
        from m where status = 'pending'
    ) select ${columns()} from m`
  const patch = rules.applyOutgoing(before, author, false, ctx.now)
  const facts = { author, direction: 'outgoing' as const, private: false, waited_seconds }
  const conversation = await conversations.update(ctx, before.id, patch, part`, last_message_id = ${id}`, facts)
  return { message: withFileUrls(ctx, row!), conversation }
}
