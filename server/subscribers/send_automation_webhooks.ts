import type { Outbound } from '#gateways/outbound.ts'
import * as runs from '#domains/automations/runs.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Tells another system what a rule or macro wanted it to know. Its id is the same each time it is tried. */
export function send_automation_webhooks(outbound: Outbound) {
  return subscriber({
    on: ['automation.webhook_requested'],

    async run(_hands, { id, account_id, occurred_at, payload: { url, body } }) {
      const { type, ...rest } = body
      const told = { id, type, timestamp: occurred_at, account_id, ...rest }
      const { status } = await outbound.post(url, JSON.stringify(told), { 'webhook-id': id })
      if (status < 200 || status >= 300) throw new Error(`The other system answered ${status}.`)
    },

    giveUp: ({ sql }, { account_id, payload: { run_id, position } }, error) =>
      runs.failLater(sql, { account_id, run_id }, position, error.message),
  })
}
