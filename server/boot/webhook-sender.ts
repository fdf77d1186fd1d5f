import { randomUUID } from 'node:crypto'
import * as queue from '#domains/webhooks/deliveries/queue.ts'
import { type Post, send } from '#domains/webhooks/deliveries/sender.ts'
import { type Loop, startJobLoop } from '#kernel/loop.ts'
import type { LocalNotifier } from '#kernel/notify.ts'
import { type Runtime, timingOf } from '#kernel/runtime.ts'

const CAPACITY = 64
/** Deliveries queued by another node are found by looking: its notifications stay in its process. */
const POLL_MILLISECONDS = 1_000

/**
 * Sends queued webhooks, at least once each. It runs apart from the worker, and each endpoint has few places, so that a
 * receiver that hangs delays no other. If this process dies, its lease ends and another node sends the delivery.
 */
export function startWebhookSender(
  runtime: Runtime,
  post: Post,
  schedule: readonly number[],
  notifier: LocalNotifier,
): Pick<Loop, 'stop'> {
  const lease = randomUUID()
  const { pollMilliseconds, drainMilliseconds } = timingOf(runtime)
  return startJobLoop({
    notifier,
    capacity: CAPACITY,
    claim: (room) => queue.claim(runtime, lease, room),
    run: (delivery) => send(runtime, post, schedule, delivery),
    release: () => queue.release(runtime, lease),
    // Deliveries that end together make room for one claim.
    gapMilliseconds: 1,
    pollMilliseconds: Math.min(POLL_MILLISECONDS, pollMilliseconds),
    drainMilliseconds,
    onError: (error) => runtime.log.warn({ err: error }, 'cannot read the webhook queue; retrying'),
  })
}
