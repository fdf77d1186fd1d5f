import type { WebhookDelivery } from '#contract/records/webhook.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useDeliveryWords } from './words.ts'

const tones = { pending: 'plain', delivered: 'good', failed: 'bad' } as const

/** The status of a delivery. */
export function DeliveryStatus({ status }: Pick<WebhookDelivery, 'status'>) {
  const { statuses } = useDeliveryWords()
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>
}
