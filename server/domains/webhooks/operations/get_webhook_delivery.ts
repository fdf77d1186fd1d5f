import { z } from 'zod'
import { WebhookDeliveryDetail } from '#contract/records/webhook.ts'
import * as deliveries from '#domains/webhooks/deliveries/store.ts'
import { withoutSurveyTokens } from '#domains/access/public/survey-links.ts'
import { canRead, readersOf } from '#domains/webhooks/endpoints/rights.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { delivery_id, webhook_id } from '#domains/webhooks/inputs.ts'
import { operation } from '#kernel/operation.ts'
import { mayShowSourceIds } from '#kernel/source-ids.ts'

export const get_webhook_delivery = operation({
  summary: 'Get one delivery: its body, if you may read what it contains, and every attempt with the response.',
  rest: 'GET /webhooks/:webhook_id/deliveries/:delivery_id',
  permission: 'webhooks:read',
  tool: false,
  input: z.strictObject({ webhook_id, delivery_id }),
  output: WebhookDeliveryDetail,

  async run(ctx, which) {
    const delivery = await deliveries.get(ctx, which)
    const log = await deliveries.listAttempts(ctx, delivery.id)
    const { maker } = await webhooks.getMaker(ctx, which.webhook_id)
    const sees = ctx.actor.visibility === 'all' || maker?.user_id === ctx.actor.user_id
    // Bodies about conversations contain the source_id of the customer.
    const hasSourceId = readersOf(delivery.event).includes('conversations:read')
    const mayRead = canRead(ctx.actor, delivery.event) && (!hasSourceId || mayShowSourceIds(ctx.actor))
    if (sees && mayRead) return { ...delivery, body: withoutSurveyTokens(delivery.body), log }
    // The receiver's answer may repeat the body.
    return { ...delivery, body: null, log: log.map((attempt) => ({ ...attempt, response_body: null })) }
  },
})
