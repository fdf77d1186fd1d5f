import type { Conversation, MessageAuthor } from '#contract/records/conversation.ts'
import { recordFactsOf, recordMessageFacts } from '#domains/conversations/report-facts.ts'
import * as rules from '#domains/conversations/rules.ts'
import type { NewMessage } from '#domains/conversations/messages/append.ts'
import type { Author } from '#contract/records/author.ts'
import type { Context } from '#kernel/operation.ts'
import type { StoredFile } from '#kernel/uploads.ts'

export type PastMessage = Pick<
  NewMessage,
  'direction' | 'author' | 'content' | 'content_type' | 'content_attributes' | 'private' | 'external_id' | 'status'
> & {
  at: Date
  /** External id of the quoted message. */
  reply_to?: string | undefined
  reactions?: readonly { emoji: string; author: MessageAuthor; at: string }[] | undefined
  /** A voice note; the message needs an external id. */
  voice?: (StoredFile & { duration_seconds: number }) | undefined
}

/** A conversation that has already taken place. */
export type PastConversation = {
  contact_id: string
  inbox_id: string
  source_id: string
  /** The agent who had it from the first message on. */
  assignee_id: string | null
  priority: Conversation['priority']
  messages: readonly PastMessage[]
  /** Hours for which a message of the customer opens the reply window, where the channel has one. */
  window_hours?: number | null | undefined
  additional_attributes?: Record<string, unknown> | undefined
  /** The status it was left in by someone, where that is not open. */
  ending?: { at: Date; by: Author; snoozed_until?: string } | undefined
  updated_at?: Date
}

/**
 * Inserts conversations with their whole past in a few statements, and returns their ids. The same rules as for live
 * messages decide what each message changes; only the outcome is written.
 */
export async function insertPast(ctx: Context, past: readonly PastConversation[]): Promise<string[]> {
  const identity_ids = await insertIdentities(ctx, past)
  const rows = past.map((each, i) => ({ ...each, ...replay(each), identity_id: identity_ids[i]! }))
  const ids = await insertConversations(ctx, rows)
  const all = rows.flatMap(({ inbox_id, messages }, i) =>
    messages.map((message) => ({ ...message, inbox_id, conversation_id: ids[i]! })),
  )
  await insertMessages(
    ctx,
    all.sort((a, b) => a.at.getTime() - b.at.getTime()),
  )
  await linkQuotes(ctx, ids)
  await insertVoiceNotes(ctx, all)
  await recordMessageFacts(ctx, ids)
  await setOutcomes(
    ctx,
    rows.map((row, i) => ({ ...row.outcome, id: ids[i]! })),
  )
  for (const [i, { ending }] of past.entries())
    if (ending) await recordFactsOf({ ...ctx, now: ending.at, actor: { ...ctx.actor, ...ending.by } }, ids[i]!)
  await recordContactActivity(ctx, ids)
  return ids
}

type State = Record<string, unknown> & rules.ConversationState

/** Applies the rules message by message: the state after the last one, and the outcome after its ending. */
function replay({ messages, ending, updated_at, window_hours }: PastConversation) {
  const created_at = messages[0]!.at.toISOString()
  let state: State = {
    status: 'open',
    unread_count: 0,
    waiting_since: null,
    first_reply_at: null,
    last_activity_at: created_at,
  }
  const timed = messages.map((message) => {
    const waited_seconds = rules.waitedSeconds(state, message, message.at)
    const { direction, author, private: isPrivate = false, at } = message
    const incoming = direction === 'incoming'
    state = apply(state, incoming ? rules.applyIncoming(state, at) : rules.applyOutgoing(state, author, isPrivate, at))
    return { ...message, waited_seconds }
  })
  const ended = ending && apply(state, endingPatch(state, ending))
  const outcome = { ...state, ...ended, updated_at: (ending?.at ?? updated_at ?? messages.at(-1)!.at).toISOString() }
  return { ...state, ...windowOf(messages, window_hours), created_at, messages: timed, outcome }
}

function windowOf(messages: readonly PastMessage[], hours: number | null | undefined) {
  const last = messages.findLast(({ direction }) => direction === 'incoming')
  if (!hours || !last) return {}
  const reply_window_closes_at = new Date(last.at.getTime() + hours * 3_600_000)
  return { reply_window_opened_at: last.at, reply_window_closes_at }
}

function endingPatch(state: State, { at, snoozed_until }: NonNullable<PastConversation['ending']>): rules.Patch {
  return snoozed_until ? rules.snooze(state, snoozed_until, at) : rules.resolve(state, at)!
}

function apply(state: State, patch: rules.Patch): State {
  const fields = Object.entries(patch).map(([field, value]) => [
    field,
    value instanceof Date ? value.toISOString() : value,
  ])
  return { ...state, ...Object.fromEntries(fields) }
}

async function insertIdentities({ sql, actor }: Context, past: readonly PastConversation[]): Promise<string[]> {
  const rows = past.map(({ messages, contact_id, inbox_id, source_id }) => {
    return { contact_id, inbox_id, source_id, created_at: messages[0]!.at }
  })
  const inserted = await sql<{ id: string; inbox_id: string; source_id: string }>`
    insert into contact_identities (account_id, contact_id, inbox_id, source_id, verified, created_at)
    select ${actor.account.id}, contact_id, inbox_id, source_id, false, created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (contact_id bigint, inbox_id bigint, source_id text, created_at timestamptz)
    returning id, inbox_id, source_id`
  const ids = new Map(inserted.map(({ id, inbox_id, source_id }) => [`${inbox_id} ${source_id}`, id]))
  return past.map(({ inbox_id, source_id }) => ids.get(`${inbox_id} ${source_id}`)!)
}

async function insertConversations(
  { sql, actor }: Context,
  rows: readonly { identity_id: string }[],
): Promise<string[]> {
  const inserted = await sql<{ id: string; identity_id: string }>`
    insert into conversations (account_id, inbox_id, contact_id, identity_id, assignee_id, status, priority, unread_count,
                               agent_last_seen_at, waiting_since, awaiting_customer_since, first_reply_at, opened_at, idle_since,
                               reply_window_opened_at, reply_window_closes_at, additional_attributes, last_activity_at, created_at, updated_at)
    select ${actor.account.id}, inbox_id, contact_id, identity_id, assignee_id, status, priority, unread_count, agent_last_seen_at,
           waiting_since, awaiting_customer_since, first_reply_at, created_at, last_activity_at,
           reply_window_opened_at, reply_window_closes_at, coalesce(additional_attributes, '{}'), last_activity_at, created_at, last_activity_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (inbox_id bigint, contact_id bigint, identity_id bigint, assignee_id bigint, status text, priority text, unread_count integer,
              agent_last_seen_at timestamptz, waiting_since timestamptz, awaiting_customer_since timestamptz, first_reply_at timestamptz,
              reply_window_opened_at timestamptz, reply_window_closes_at timestamptz, additional_attributes jsonb,
              last_activity_at timestamptz, created_at timestamptz)
    returning id, identity_id`
  const ids = new Map(inserted.map(({ id, identity_id }) => [identity_id, id]))
  return rows.map(({ identity_id }) => ids.get(identity_id)!)
}

async function insertMessages({ sql, actor }: Context, rows: readonly PastMessage[]): Promise<void> {
  await sql`
    insert into messages (account_id, conversation_id, inbox_id, direction, author_type, author_id, author_name, content, content_type,
                          content_attributes, private, status, external_id, reply_to_external_id, reactions, waited_seconds, created_at, updated_at)
    select ${actor.account.id}, conversation_id, inbox_id, direction, author ->> 'type', (author ->> 'id')::bigint, author ->> 'name', content,
           coalesce(content_type, 'text'), coalesce(content_attributes, '{}'), coalesce(private, false), coalesce(status, 'sent'), external_id,
           reply_to, coalesce(reactions, '[]'), waited_seconds, at, at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as x (conversation_id bigint, inbox_id bigint, direction text, author jsonb, content text, content_type text, content_attributes jsonb,
              private boolean, status text, external_id text, reply_to text, reactions jsonb, waited_seconds integer, at timestamptz)`
}

async function linkQuotes({ sql, actor }: Context, conversation_ids: readonly string[]): Promise<void> {
  await sql`
    update messages m set reply_to_id = q.id
      from messages q
     where m.account_id = ${actor.account.id} and m.conversation_id = any(${conversation_ids}::bigint[]) and m.reply_to_external_id is not null
       and q.account_id = m.account_id and q.inbox_id = m.inbox_id and q.external_id = m.reply_to_external_id`
}

async function insertVoiceNotes(
  { sql, actor }: Context,
  messages: readonly (PastMessage & { inbox_id: string })[],
): Promise<void> {
  const files = messages.flatMap(({ voice, inbox_id, external_id }) =>
    voice ? { ...voice, inbox_id, external_id } : [],
  )
  if (files.length === 0) return
  await sql`
    insert into attachments (account_id, message_id, file_key, file_name, file_type, content_type, size_bytes, voice, duration_seconds, created_at)
    select m.account_id, m.id, f.file_key, f.file_name, f.file_type, f.content_type, f.size_bytes, true, f.duration_seconds, m.created_at
      from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
        as f (inbox_id bigint, external_id text, file_key text, file_name text, file_type text, content_type text, size_bytes bigint,
              duration_seconds integer)
      join messages m on m.account_id = ${actor.account.id} and m.inbox_id = f.inbox_id and m.external_id = f.external_id`
}

/** Sets each conversation to its final state, with its last message and SLA due times. */
async function setOutcomes({ sql, actor }: Context, outcomes: readonly object[]): Promise<void> {
  await sql`
    update conversations c
       set status = x.status, resolved_at = x.resolved_at, snoozed_until = x.snoozed_until, waiting_since = x.waiting_since,
           last_activity_at = x.last_activity_at, idle_since = x.last_activity_at, updated_at = x.updated_at,
           last_message_id = (select m.id from messages m where m.account_id = c.account_id and m.conversation_id = c.id
                               order by m.created_at desc, m.id desc limit 1),
           (first_response_due_at, next_response_due_at, resolution_due_at, sla_due_at, sla_warn_at) = (
             select d.* from inboxes i, sla_schedule(i.business_hours, i.sla, c.priority, x.status, c.opened_at, x.waiting_since, c.first_reply_at) d
              where i.account_id = c.account_id and i.id = c.inbox_id)
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as x (id bigint, status text, resolved_at timestamptz, snoozed_until timestamptz, waiting_since timestamptz,
              last_activity_at timestamptz, updated_at timestamptz)
     where c.account_id = ${actor.account.id} and c.id = x.id`
}

async function recordContactActivity({ sql, actor }: Context, conversation_ids: readonly string[]): Promise<void> {
  await sql`
    update contacts k set last_activity_at = greatest(k.last_activity_at, x.at)
      from (select c.contact_id, max(m.created_at) as at
              from conversations c join messages m on m.account_id = c.account_id and m.conversation_id = c.id and m.direction = 'incoming'
             where c.account_id = ${actor.account.id} and c.id = any(${conversation_ids}::bigint[]) group by c.contact_id) x
     where k.account_id = ${actor.account.id} and k.id = x.contact_id`
}
