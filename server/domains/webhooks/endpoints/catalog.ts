import { z } from 'zod'
import { events } from '#contract/events.ts'
import type { WebhookEvent } from '#contract/records/webhook.ts'
import { available, bodySchema, TEST } from '#contract/webhook-bodies.ts'
import { exampleOf } from './examples.ts'
import { readersOf } from './rights.ts'

let entries: WebhookEvent[] | undefined

/** All events with schema and example; built once. */
export function catalog(): WebhookEvent[] {
  entries ??= [
    ...available.map((name) => entry(name, events[name].summary)),
    entry(TEST, 'A test of an endpoint; sent to that endpoint only'),
  ]
  return entries
}

function entry(type: string, summary: string): WebhookEvent {
  const schema = schemaOf(type)
  const [permission = null] = readersOf(type)
  return { type, description: `${summary}.`, permission, schema, example: exampleOf(type, schema) }
}

/** Records gain fields over time, so schemas allow additional properties. */
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
