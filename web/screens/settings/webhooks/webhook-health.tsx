import type { Webhook } from '#contract/records/webhook.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useWebhookWords } from './words.ts'

const tones = { good: 'good', failing: 'bad', off: 'plain', fresh: 'plain' } as const

/** The health of an endpoint. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const { health } = useWebhookWords()
  const how = healthOf(webhook)
  return <Badge tone={tones[how]}>{health[how]}</Badge>
}

function healthOf({ enabled, failing_since, last_success_at }: Webhook): keyof typeof tones {
  if (!enabled) return 'off'
  if (failing_since) return 'failing'
  return last_success_at ? 'good' : 'fresh'
}
