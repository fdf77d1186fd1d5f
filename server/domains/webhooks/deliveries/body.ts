import type { Author } from '#contract/records/author.ts'
import { subjectOf } from '#contract/webhook-bodies.ts'
import { author } from '#kernel/outbox.ts'
import type { Event } from '#kernel/subscriber.ts'

const MOST_BYTES = 64 * 1024
/** Maximum text lengths, tried in turn until the body fits. */
const LENGTHS = [10_000, 2_000, 500, 100, 20]

/** The message id of an event. */
export function messageId(event_id: string): string {
  return `evt_${event_id}`
}

type BodyHeader = { id: string; type: string; timestamp: string; account_id: string; sequence: number; actor: Author }

/** The body of a delivery, as it is stored, signed and sent. */
export function toBody(
  event: Pick<Event, 'id' | 'name' | 'occurred_at' | 'account_id' | 'sequence' | 'actor' | 'payload'>,
) {
  const { id, name: type, occurred_at: timestamp, account_id, sequence, actor, payload } = event
  return writeBody(
    { id: messageId(id), type, timestamp, account_id, sequence: Number(sequence), actor: author(actor) },
    toData(type, payload),
  )
}

/** The body around the given data, truncated to the maximum size. */
export function writeBody({ id, type, timestamp, account_id, sequence, actor }: BodyHeader, data: object): string {
  const head = { id, type, timestamp, api_version: 'v1', account_id, sequence, actor }
  const whole = JSON.stringify({ ...head, data })
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole
  for (const length of LENGTHS) {
    const cut = JSON.stringify({ ...head, data: truncateTexts(data, length), truncated: true })
    if (Buffer.byteLength(cut) <= MOST_BYTES) return cut
  }
  // Thousands of short fields: only the id of the record fits.
  const { object = {} } = data as { object?: { id?: unknown } }
  return JSON.stringify({ ...head, data: { object: { id: object.id ?? null } }, truncated: true })
}

function truncateTexts(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length > length ? `${value.slice(0, length).toWellFormed()}…` : value
  if (Array.isArray(value)) return value.map((each) => truncateTexts(each, length))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, truncateTexts(each, length)]))
}

/** The subject of the event as `object`, with the rest of the payload beside it. */
function toData(name: string, payload: object): Record<string, unknown> {
  const key = subjectOf(name, Object.keys(payload))
  const { [key]: object, ...rest } = payload as Record<string, unknown>
  return { object, ...rest }
}
