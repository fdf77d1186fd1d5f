import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { replay } from '#domains/webhooks/deliveries/replay.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** Queues the missed events of an endpoint again, in batches. */
export function replay_webhooks(shape: ClassicShape, notifyWebhooks: () => void) {
  return subscriber({
    on: ['webhook.replay_requested'],
    run: (context, event) => replay(context, event, shape, notifyWebhooks),
  })
}
