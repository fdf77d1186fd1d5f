import { part } from '#db/sql.ts'
import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { enqueueEvent } from '#domains/webhooks/deliveries/enqueue.ts'
import { available } from '#contract/webhook-bodies.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Queues an event for every subscribed endpoint; the webhook sender delivers it. */
export function queue_webhooks(shape: ClassicShape, notifyWebhooks: () => void) {
  return subscriber({
    on: available,
    when: part`exists (select from webhooks w where w.account_id = e.account_id and w.enabled)`,
    // Only the database can fail here, and no event may be lost for it.
    retries: [1, 5, 30, 300, 3600, 14_400, 43_200, 86_400],
    async run(context, event) {
      if (await enqueueEvent(context, event, shape)) notifyWebhooks()
    },
  })
}
