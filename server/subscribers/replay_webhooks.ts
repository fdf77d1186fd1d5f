import type { ClassicShape } from '#domains/webhooks/classic.ts'
import { replay } from '#domains/webhooks/replaying.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** What an endpoint missed is put into its queue again, some at a time. */
export function replay_webhooks(shape: ClassicShape, nudge: () => void) {
  return subscriber({
    on: ['webhook.replay_requested'],
    run: (hands, event) => replay(hands, event, shape, nudge),
  })
}
