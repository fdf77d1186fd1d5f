import { z } from 'zod'
import { WebhookDelivery } from '#contract/records/webhook.ts'
import * as deliveries from '#domains/webhooks/deliveries/store.ts'
import { checkMayRead } from '#domains/webhooks/endpoints/rights.ts'
import { delivery_id, webhook_id } from '#domains/webhooks/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const redeliver_webhook = operation({
  summary: 'Send a delivery again: the same body and id, with a new signature.',
  description: 'Also works while the webhook is disabled; it is then attempted once.',
  rest: 'POST /webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
  permission: 'webhooks:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ webhook_id, delivery_id }),
  output: WebhookDelivery,

  async run(ctx, which) {
    const { event } = await deliveries.get(ctx, which)
    checkMayRead(ctx.actor, event)
    await deliveries.requeue(ctx, which)
    return deliveries.get(ctx, which)
  },
})
