import type { Author } from '#contract/records/author.ts'
import { subjectOf } from '#contract/webhook-bodies.ts'
import { author } from '#kernel/outbox.ts'
import type { Event } from '#kernel/subscriber.ts'

const MOST_BYTES = 64 * 1024
/** How long texts may be, tried one after the other until it fits. */
const LENGTHS = [10_000, 2_000, 500, 100, 20]

/** What a receiver knows the event by. */
export function messageId(event_id: string): string {
  return `evt_${event_id}`
}

type Told = { id: string; type: string; timestamp: string; account_id: string; sequence: number; actor: Author }

/** The body that is kept, signed and sent: what happened, as everybody is told it. */
export function bodyOf(
  event: Pick<Event, 'id' | 'name' | 'occurred_at' | 'account_id' | 'sequence' | 'actor' | 'payload'>,
) {
  const { id, name: type, occurred_at: timestamp, account_id, sequence, actor, payload } = event
  return written(
    { id: messageId(id), type, timestamp, account_id, sequence: Number(sequence), actor: author(actor) },
    dataOf(type, payload),
  )
}

/** The same around data of one's own. */
export function written({ id, type, timestamp, account_id, sequence, actor }: Told, data: object): string {
  const head = { id, type, timestamp, api_version: 'v1', account_id, sequence, actor }
  const whole = JSON.stringify({ ...head, data })
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole
  for (const length of LENGTHS) {
    const cut = JSON.stringify({ ...head, data: shortened(data, length), truncated: true })
    if (Buffer.byteLength(cut) <= MOST_BYTES) return cut
  }
  // Thousands of short fields: which record it is can still be told.
  const { object = {} } = data as { object?: { id?: unknown } }
  return JSON.stringify({ ...head, data: { object: { id: object.id ?? null } }, truncated: true })
}

function shortened(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, length).toWellFormed()}…` : value
  if (Array.isArray(value)) return value.map((each) => shortened(each, length))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, length)]))
}

/** The record the event is about as `object`, and beside it what else it tells. */
function dataOf(name: string, payload: object): Record<string, unknown> {
  const key = subjectOf(name, Object.keys(payload))
  const { [key]: object, ...rest } = payload as Record<string, unknown>
  return { object, ...rest }
}
