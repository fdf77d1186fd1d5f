import { z } from 'zod'
import { WebhookDeliveryDetail } from '#contract/records/webhook.ts'
import * as deliveries from '#domains/webhooks/deliveries.ts'
import { delivery_id, webhook_id } from '#domains/webhooks/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const get_webhook_delivery = operation({
  summary: 'Read one delivery: the body that is sent, and every attempt with what came back.',
  rest: 'GET /webhooks/:webhook_id/deliveries/:delivery_id',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({ webhook_id, delivery_id }),
  output: WebhookDeliveryDetail,

  async run(ctx, which) {
    const delivery = await deliveries.get(ctx, which)
    return { ...delivery, log: await deliveries.listAttempts(ctx, delivery.id) }
  },
})
