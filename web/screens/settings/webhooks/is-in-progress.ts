import type { WebhookDelivery } from '#contract/records/webhook.ts'

const SOON_MILLISECONDS = 10_000

/** Whether a delivery is about to finish, so that the list polls for it; no event reports it. */
export function isOnItsWay(
  { status, next_attempt_at }: Pick<WebhookDelivery, 'status' | 'next_attempt_at'>,
  now = Date.now(),
) {
  return status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < now + SOON_MILLISECONDS)
}
