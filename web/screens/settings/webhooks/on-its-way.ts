import type { WebhookDelivery } from '#contract/records/webhook.ts'

const SOON_MILLISECONDS = 10_000

/** Whether it is being sent now or in a moment; no event tells when it has arrived. What waits for hours is left alone. */
export function isOnItsWay(
  { status, next_attempt_at }: Pick<WebhookDelivery, 'status' | 'next_attempt_at'>,
  now = Date.now(),
) {
  return status === 'pending' && (next_attempt_at === null || Date.parse(next_attempt_at) < now + SOON_MILLISECONDS)
}
