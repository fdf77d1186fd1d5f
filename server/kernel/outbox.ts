import { randomBytes } from 'node:crypto'
import type { Author } from '#contract/records/author.ts'
import { historyEvents } from '#contract/conversation-events.ts'
import { undoableEvents } from '#contract/undoable-events.ts'
import type { EventName } from '#contract/events.ts'
import { emptyPart, joinParts, type Part, part, type Sql } from '#db/sql.ts'
import type { Actor, Call } from '#kernel/operation.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

export type EmittedEvent = { name: EventName; payload: unknown; undoes?: boolean; author?: Author }

type Origin = { actor: Actor; call: Pick<Call, 'request_id' | 'undoes'>; runtime: Runtime }

/**
 * Stores the events, their lines in histories and one delivery per subscriber, as the last statement of the transaction.
 * Returns the names of the events and of their subscribers.
 */
export async function writeEvents(
  sql: Sql,
  emitted: EmittedEvent[],
  { actor, call: { request_id, undoes }, runtime }: Origin,
): Promise<string[]> {
  const now = new Date()
  const rows = emitted.map(({ name, payload, undoes: isUndo = undoes, author: by = author(actor) }) => ({
    id: uuid(now.getTime()),
    name,
    payload,
    actor: by,
    subscribers: recipients(runtime, name, actor, isUndo),
  }))
  const hasHistory = !undoes && rows.some(({ name }) => historyEvents.has(name))
  const deliveries = await sql<{ subscriber: string }>`
    with emitted as (
      select ${actor.account.id}::bigint as account_id, e.*
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id uuid, name text, payload jsonb, actor jsonb, subscribers jsonb)
    ), written as (
      insert into events (account_id, id, name, actor, payload, request_id, occurred_at)
      select ${actor.account.id}, id, name, actor, payload, ${request_id}, ${now} from emitted
       -- Assigns a transaction id before the sequence is drawn, so that readers can tell when it will never appear.
       where pg_current_xact_id() is not null
    ) ${hasHistory ? part`, history as (${history(actor.account.id, part`emitted e`, part`${now}`)})` : emptyPart}
    insert into deliveries (account_id, event_id, subscriber, next_try_at)
    select e.account_id, e.id, s.name, ${now}::timestamptz + make_interval(secs => s.delay)
      from emitted e, jsonb_to_recordset(e.subscribers) as s (name text, delay integer) ${conditions(runtime, rows)}
    returning subscriber`
  return [...new Set([...emitted.map(({ name }) => name), ...deliveries.map(({ subscriber }) => subscriber)])]
}

/** Leaves out subscribers whose condition an event does not meet. */
function conditions(runtime: Runtime, rows: { subscribers: { name: string }[] }[]): Part {
  const names = new Set(rows.flatMap(({ subscribers }) => subscribers.map(({ name }) => name)))
  const parts = [...(runtime.conditions ?? [])].flatMap(([name, condition]) =>
    names.has(name) ? part`(s.name <> ${name} or ${condition})` : [],
  )
  return parts.length === 0 ? emptyPart : part`where ${joinParts(parts, ' and ')}`
}

/** The subscribers to an event, and the seconds each of them waits. */
function recipients(runtime: Runtime, name: EventName, { session }: Actor, undoes: boolean | undefined) {
  const isWaiting = (subscriber: string) => runtime.waiting?.has(subscriber) ?? false
  // Only people in the app can undo, and only some changes.
  const delay = session && undoableEvents.has(name) ? timingOf(runtime).undoSeconds : 0
  const subscribers = runtime.subscribersOf(name).filter((subscriber) => !(undoes && isWaiting(subscriber)))
  const delayOf = (subscriber: string) => (isWaiting(subscriber) ? delay : (runtime.delays?.get(subscriber) ?? 0))
  return subscribers.map((subscriber) => ({ name: subscriber, delay: delayOf(subscriber) }))
}

type Undone = { author: Author; names: EventName[]; conversation_id: string; since: string }

/** Withdraws deliveries of an author's events about a conversation that still wait for the time to undo. */
export async function withdrawDeliveries(sql: Sql, account_id: string, undone: Undone): Promise<void> {
  const { author, names, conversation_id, since } = undone
  await sql`
    delete from deliveries d using events e
     where d.account_id = ${account_id} and d.dead_at is null and d.attempts = 0 and d.next_try_at > now()
       and e.account_id = d.account_id and e.id = d.event_id and e.name = any(${names}) and e.occurred_at >= ${since}
       and e.payload #>> '{conversation,id}' = ${conversation_id} and e.actor = ${author}`
}

/** Conversations and contacts keep their history longer than events are kept. */
const history = (account_id: string, events: Part, at: Part) => part`
  insert into conversation_activities (account_id, conversation_id, contact_id, kind, author, from_value, to_value, until, created_at)
  select ${account_id}, a.conversation_id, a.contact_id, a.kind, e.actor, a.from_value, a.to_value, a.until, ${at}
    from ${events}, activity_of(${account_id}::bigint, e.name, e.payload) a`

export type PastEvent = Omit<EmittedEvent, 'author'> & { actor: Author; at: Date }

/** Writes the lines of past events in histories, and nothing else of them. */
export async function writeHistory(sql: Sql, account_id: string, events: readonly PastEvent[]): Promise<void> {
  const rows = events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const past = part`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (name text, payload jsonb, actor jsonb, at timestamptz)`
  await sql`${history(account_id, past, part`e.at`)}`
}

/** The actor as stored in records and events. */
export function author({ type, id, name }: Author): Author {
  return { type, id, name }
}

/** A version 7 UUID: ordered by time, so that new events lie together in the index. */
function uuid(milliseconds: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
