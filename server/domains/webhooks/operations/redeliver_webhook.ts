import { z } from 'zod'
import { WebhookDelivery } from '#contract/records/webhook.ts'
import * as deliveries from '#domains/webhooks/deliveries.ts'
import { delivery_id, webhook_id } from '#domains/webhooks/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const redeliver_webhook = operation({
  summary: 'Send a delivery once more: the same bytes under the same id, signed afresh.',
  description: 'It works while the webhook is switched off; then it is tried once.',
  rest: 'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
  permission: 'webhooks:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ webhook_id, delivery_id }),
  output: WebhookDelivery,

  async run(ctx, which) {
    await deliveries.get(ctx, which)
    await deliveries.requeue(ctx, which)
    return deliveries.get(ctx, which)
  },
})
