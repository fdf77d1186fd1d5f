import { z } from 'zod'
import { WebhookEvent } from '#contract/records/webhook.ts'
import { line, page } from '#contract/scalars.ts'
import { catalog } from '#domains/webhooks/endpoints/catalog.ts'
import { operation } from '#kernel/operation.ts'

export const list_webhook_events = operation({
  summary: 'List the events webhooks can subscribe to, each with a JSON Schema of its body and an example.',
  rest: 'GET /webhooks/events',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({ type: line.optional().describe('Only this event, such as contact.created') }),
  output: page(WebhookEvent),

  run: async (_ctx, { type }) => ({
    items: catalog().filter((each) => type === undefined || each.type === type),
    next_cursor: null,
  }),
})
