import type { Conversation } from '#contract/records/conversation.ts'
import type { Outbound } from '#gateways/outbound.ts'
import * as runs from '#domains/automations/runs/store.ts'
import { loadRelations } from '#domains/webhooks/classic.ts'
import type { EventRelations } from '#domains/webhooks/classic.ts'
import { type Event, type SubscriberContext, subscriber } from '#kernel/subscriber.ts'

type WebhookRequest = Event<'automation.webhook_requested'>

/** Formats the conversation of a rule for classic clients; provided by the classic door. */
export type ClassicRuleShape = (event: string, conversation: Conversation, relations: EventRelations) => object

/** Calls the webhook of a rule or macro. The id is the same for every attempt. */
export function send_automation_webhooks(outbound: Outbound, shape: ClassicRuleShape) {
  return subscriber({
    on: ['automation.webhook_requested'],

    async run(context, event) {
      const body = event.payload.format === 'classic' ? await classicBody(context, event, shape) : envelope(event)
      const { status } = await outbound.post(event.payload.url, JSON.stringify(body), { 'webhook-id': event.id })
      if (status < 200 || status >= 300) throw new Error(`The other system answered ${status}.`)
    },

    giveUp: ({ sql }, { account_id, payload: { run_id, position } }, error) =>
      runs.failAfterwards(sql, { account_id, run_id }, position, error.message),
  })
}

function envelope({ id, account_id, occurred_at, payload: { body } }: WebhookRequest): object {
  const { type, ...rest } = body
  return { id, type, timestamp: occurred_at, account_id, ...rest }
}

function classicBody(context: SubscriberContext, event: WebhookRequest, shape: ClassicRuleShape): Promise<object> {
  const { type, conversation } = event.payload.body as unknown as { type: string; conversation: Conversation }
  return context.inTransaction('send_automation_webhooks', event.actor, async (ctx) =>
    shape(type, conversation, await loadRelations(ctx, { payload: { conversation } })),
  )
}
