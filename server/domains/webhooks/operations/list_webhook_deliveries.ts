import { z } from 'zod'
import { delivery_statuses, WebhookDelivery } from '#contract/records/webhook.ts'
import { cursor, limit, line, page } from '#contract/scalars.ts'
import * as deliveries from '#domains/webhooks/deliveries/store.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_webhook_deliveries = operation({
  summary: 'List deliveries of a webhook in the last 30 days and their status, newest first.',
  rest: 'GET /webhooks/:webhook_id/deliveries',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({
    webhook_id,
    status: z.enum(delivery_statuses).optional().describe('Only deliveries with this status'),
    event: line.optional().describe('Only deliveries of this event, such as contact.created'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(WebhookDelivery),

  async run(ctx, input) {
    const { id: webhook_id } = await webhooks.get(ctx, input.webhook_id)
    const { after, limit } = readPage(ctx, input)
    const rows = await deliveries.list(ctx, { ...input, webhook_id }, after, limit)
    return toPage(ctx, input, rows, (each) => [each.created_at, each.id])
  },
})
