import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { WebhookDelivery } from '#contract/records/webhook.ts'
import * as deliveries from '#domains/webhooks/deliveries/store.ts'
import { webhook_id } from '#domains/webhooks/inputs.ts'
import { TEST } from '#contract/webhook-bodies.ts'
import * as webhooks from '#domains/webhooks/endpoints/store.ts'
import { messageId, writeBody } from '#domains/webhooks/deliveries/body.ts'
import { operation } from '#kernel/operation.ts'
import { author } from '#kernel/outbox.ts'

export const test_webhook = operation({
  summary: 'Send a webhook.test event to an endpoint, regardless of its subscriptions.',
  description: 'Get the delivery a moment later to see the response. Also works while the webhook is disabled.',
  rest: 'POST /webhooks/:webhook_id/test',
  permission: 'webhooks:write',
  tool: false,
  status: 202,
  audit: { without: [] },
  input: z.strictObject({ webhook_id }),
  output: WebhookDelivery,

  async run(ctx, { webhook_id }) {
    const { kind } = await webhooks.get(ctx, webhook_id)
    const { account } = ctx.actor
    const event_id = randomUUID()
    const message = account.locale === 'en' ? 'This endpoint works.' : 'Este destino funciona.'
    const head = {
      id: messageId(event_id),
      type: TEST,
      timestamp: ctx.now.toISOString(),
      account_id: account.id,
      sequence: 0,
      actor: author(ctx.actor),
    }
    const classic = { event: TEST, message, account: { id: Number(account.id), name: account.name } }
    const fresh =
      kind === 'standard'
        ? { message_id: head.id, event: TEST, body: writeBody(head, { object: { message } }) }
        : { message_id: event_id, event: TEST, body: JSON.stringify(classic) }
    return deliveries.insert(ctx, webhook_id, fresh)
  },
})
