import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { queueEvent } from '#domains/webhooks/queueing.ts'
import { available } from '#contract/webhook-bodies.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** What happens is put into the queue of every endpoint that wants to know; sending it is another's work. */
export function queue_webhooks(shape: ClassicShape, nudge: () => void) {
  return subscriber({
    on: available,
    // Nothing but the database can fail here, and nothing may be lost for it.
    retries: [1, 5, 30, 300, 3600, 14_400, 43_200, 86_400],
    async run(hands, event) {
      if (await queueEvent(hands, event, shape)) nudge()
    },
  })
}
