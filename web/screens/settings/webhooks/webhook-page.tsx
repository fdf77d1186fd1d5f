import { useParams } from '@tanstack/react-router'
import type { Webhook } from '#contract/records/webhook.ts'
import { useTime } from '#web/app/format/time.ts'
import { useRead } from '#web/app/query.ts'
import { BackLink } from '#web/screens/settings/frame/back-link.tsx'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Deliveries } from './deliveries.tsx'
import { describeFailure } from './describe-failure.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookHealth } from './webhook-health.tsx'
import { useDeliveryWords, useWebhookWords } from './words.ts'

export function WebhookPage() {
  const words = useWebhookWords()
  const { webhook_id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useRead('get_webhook', { webhook_id })
  return (
    <Section
      narrow
      title={data?.description || data?.url || words.one}
      back={<BackLink to="/app/$account_id/settings/webhooks" label={words.back} />}
      actions={data && <WebhookActions webhook={data} />}
    >
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(webhook) => (
          <>
            <State webhook={webhook} />
            <Details webhook={webhook} />
            <Deliveries webhook={webhook} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** Shows why an endpoint is off or failing, and what to do. */
function State({ webhook: { banner, last_error, disabled_reason, old_secret_until } }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const deliveries = useDeliveryWords()
  const time = useTime()
  const text = () => {
    if (disabled_reason === 'maker') return [words.reasons.maker, last_error].filter(Boolean).join(' ')
    if (banner === 'disabled') return words.bannerDisabled
    if (banner === 'failing') return words.bannerFailing(describeFailure(last_error, deliveries) ?? '')
    return disabled_reason && words.reasons[disabled_reason]
  }
  const warning = text()
  if (!warning && !old_secret_until) return null
  return (
    <div className="mb-4 grid gap-2">
      {warning && <Notice tone="warn">{warning}</Notice>}
      {old_secret_until && <Notice tone="plain">{words.oldSecret(time.full(old_secret_until))}</Notice>}
    </div>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const deliveries = useDeliveryWords()
  const time = useTime()
  const { url, kind, events, created_by, created_at, last_success_at, last_error, failing_since } = webhook
  const state = failing_since
    ? words.failingSince(time.ago(failing_since))
    : last_success_at
      ? words.lastSuccess(time.ago(last_success_at))
      : words.never
  return (
    <Panel title={words.details}>
      <div className="flex flex-wrap items-center gap-2">
        <WebhookHealth webhook={webhook} />
        <Badge>{words.kinds[kind]}</Badge>
        <span className="text-sm text-ink-3">{state}</span>
      </div>
      <code className="mt-3 block text-sm wrap-anywhere">{url}</code>
      {last_error && (
        <p className="mt-2 text-sm wrap-anywhere text-danger-text">
          {words.lastError}: {describeFailure(last_error, deliveries)}
        </p>
      )}
      <h3 className="mt-4 mb-1.5 text-sm font-medium">{words.chosen}</h3>
      <div className="flex flex-wrap gap-1.5">
        {events.includes('*') ? (
          <Badge tone="accent">{words.everything}</Badge>
        ) : (
          events.map((event) => (
            <Badge key={event}>
              <code>{event}</code>
            </Badge>
          ))
        )}
      </div>
      <p className="mt-4 text-xs text-ink-3">{words.createdBy(created_by.name, time.day(created_at))}</p>
    </Panel>
  )
}
