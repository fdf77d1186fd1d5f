import { z } from 'zod'
import { id, text, written } from '#contract/scalars.ts'

export const webhook_id = id.describe('Id of the webhook')
export const delivery_id = id.describe('Id of the delivery')

/** Fields of a webhook. */
export const webhook_fields = {
  url: written.min(1).max(2000).describe('Endpoint URL: https, and public unless the operator allows private networks'),
  events: z
    .array(written.max(100))
    .max(200)
    .describe('Event names from GET /api/v1/webhooks/events, a group such as contact.*, or * for all'),
  description: text.max(1000).nullable().describe('Purpose of the webhook'),
  enabled: z.boolean().describe('Whether events are sent. Default true.'),
}
