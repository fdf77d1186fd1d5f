import { z } from 'zod'
import { events } from '#contract/events.ts'
import type { WebhookEvent } from '#contract/records/webhook.ts'
import { available, bodySchema, TEST } from '#contract/webhook-bodies.ts'
import { exampleOf } from '#domains/webhooks/examples.ts'

let made: WebhookEvent[] | undefined

/** Everything that can be subscribed to, with the shape of its body and an example. Made once. */
export function catalog(): WebhookEvent[] {
  made ??= [
    ...available.map((name) => entry(name, events[name].summary)),
    entry(TEST, 'Somebody tries an endpoint; it is sent to no other'),
  ]
  return made
}

function entry(type: string, summary: string): WebhookEvent {
  const schema = schemaOf(type)
  return { type, description: `${summary}.`, schema, example: exampleOf(type, schema) }
}

/** Records gain fields with time, and no receiver is told that there are no others. */
function schemaOf(type: string): Record<string, unknown> {
  return z.toJSONSchema(bodySchema(type), {
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.propertyNames
      delete jsonSchema.id
    },
  }) as Record<string, unknown>
}
