import { z } from 'zod'
import { id, text, written } from '#contract/scalars.ts'

export const webhook_id = id.describe('Id of the webhook')
export const delivery_id = id.describe('Id of the delivery')

/** What an endpoint is made of. */
export const webhook_fields = {
  url: written.min(1).max(2000).describe('Where it listens: https, and public unless the operator allows the network'),
  events: z
    .array(written.max(100))
    .max(200)
    .describe('What it is told: names from GET /api/v1/webhooks/events, a kind such as contact.*, or * for everything'),
  description: text.max(1000).nullable().describe('What it is for'),
  enabled: z.boolean().describe('Whether it is told anything. Default true.'),
}
