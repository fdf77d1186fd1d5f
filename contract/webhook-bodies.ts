import { z } from 'zod'
import { events } from '#contract/events.ts'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** What is sent to an endpoint to try it; it is sent to no other, and never again by itself. */
export const TEST = 'webhook.test'

/** What another system can be told of. */
export const available = (Object.keys(events) as (keyof typeof events)[]).filter((name) => events[name].webhook)

/** What a body is for this event: who did what and when, around the record it is about and what else it tells. */
export function bodySchema(name: string) {
  if (name === TEST) return envelope(TEST, z.object({ object: z.object({ message: z.string() }) }))
  const { shape } = events[name as keyof typeof events].payload as z.ZodObject
  const subject = subjectOf(name, Object.keys(shape))
  const { [subject]: object, ...rest } = shape
  return envelope(name, z.object({ object: object!, ...rest }))
}

/** Which of these the event is about: the record it is named after, or a part of it, such as a note of a contact. */
export function subjectOf(name: string, keys: readonly string[]): string {
  const noun = name.split('.')[0]!
  return keys.find((key) => key === noun) ?? keys.find((key) => key.startsWith(`${noun}_`)) ?? keys[0]!
}

function envelope<T extends z.ZodType>(type: string, data: T) {
  return z.object({
    id: z.string().describe('The same as the header webhook-id'),
    type: z.literal(type),
    timestamp: timestamp.describe('When it happened'),
    api_version: z.literal('v1'),
    account_id: id,
    sequence: z.int().describe('Grows with every event; deliveries may arrive in another order'),
    actor: Author.describe('Who did it'),
    data,
    truncated: z.literal(true).optional().describe('Long texts were cut, because the body was over 64 kB'),
  })
}
