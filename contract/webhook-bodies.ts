import { z } from 'zod'
import { events } from '#contract/events.ts'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** The test event: sent to one endpoint on request, and never retried. */
export const TEST = 'webhook.test'

/** Events that webhooks can subscribe to. */
export const available = (Object.keys(events) as (keyof typeof events)[]).filter((name) => events[name].webhook)

/** The schema of the body for this event: author and time, the record it is about, and further fields. */
export function bodySchema(name: string) {
  if (name === TEST) return envelope(TEST, z.object({ object: z.object({ message: z.string() }) }))
  const { shape } = events[name as keyof typeof events].payload as z.ZodObject
  const subject = subjectOf(name, Object.keys(shape))
  const { [subject]: object, ...rest } = shape
  return envelope(name, z.object({ object: object!, ...rest }))
}

/** The field that holds the event's record: the one it is named after, or a part of it, such as a contact's note. */
export function subjectOf(name: string, keys: readonly string[]): string {
  const noun = name.split('.')[0]!
  return keys.find((key) => key === noun) ?? keys.find((key) => key.startsWith(`${noun}_`)) ?? keys[0]!
}

function envelope<T extends z.ZodType>(type: string, data: T) {
  return z.object({
    id: z.string().describe('Same as the webhook-id header'),
    type: z.literal(type),
    timestamp: timestamp.describe('Time of the event'),
    api_version: z.literal('v1'),
    account_id: id,
    sequence: z.int().describe('Increases with every event; deliveries may arrive out of order'),
    actor: Author.describe('Author of the change'),
    data,
    truncated: z.literal(true).optional().describe('Long texts were cut because the body exceeded 64 kB'),
  })
}
