import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '#contract/records/webhook.ts'
import { useTime } from '#web/app/format/time.ts'
import { usePages } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Section } from '#web/screens/settings/frame/section.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CreateButton } from '#web/ui/create-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spool } from '#web/ui/thread-art.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { WebhookHealth } from './webhook-health.tsx'
import { describeFailure } from './describe-failure.ts'
import { useDeliveryWords, useWebhookWords } from './words.ts'

export function Webhooks() {
  const words = useWebhookWords()
  const list = usePages('list_webhooks', {})
  const [isCreating, create] = useState(false)
  const button = <CreateButton label={words.create} onCreate={() => create(true)} />
  return (
    <Section title={words.title} hint={words.hint} actions={list.items?.length === 0 ? undefined : button}>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState art={<Spool />} title={words.empty} actions={button}>
              {words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.title} className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((webhook) => (
                  <Row key={webhook.id} webhook={webhook} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
      <EditWebhook edited={isCreating ? 'new' : undefined} onClose={() => create(false)} />
    </Section>
  )
}

function Row({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords()
  const { id: account_id } = useAccount()
  const time = useTime()
  const deliveries = useDeliveryWords()
  const { url, description, kind, events, banner, last_success_at, failing_since, last_error } = webhook
  const subscription = events.includes('*') ? words.everything : words.events(events.length)
  const state = failing_since
    ? words.failingSince(time.ago(failing_since))
    : last_success_at
      ? words.lastSuccess(time.ago(last_success_at))
      : words.never
  return (
    <li className="relative px-4 py-3 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <div className="grid items-center gap-x-6 gap-y-1 @3xl:grid-cols-[1.6fr_1fr_auto]">
        <div className="min-w-0">
          <Link
            to="/app/$account_id/settings/webhooks/$webhook_id"
            params={{ account_id, webhook_id: webhook.id }}
            className="block truncate text-base font-medium after:absolute after:inset-0"
          >
            {description || url}
          </Link>
          {description && <div className="truncate text-sm text-ink-3">{url}</div>}
        </div>
        <div className="text-sm text-ink-3">
          {subscription} · {state}
        </div>
        <div className="flex gap-1.5">
          {kind !== 'standard' && <Badge>{words.kinds[kind]}</Badge>}
          <WebhookHealth webhook={webhook} />
        </div>
      </div>
      {banner && (
        <div className="mt-2">
          <Notice tone="warn">
            {banner === 'disabled'
              ? words.bannerDisabled
              : words.bannerFailing(describeFailure(last_error, deliveries) ?? '')}
          </Notice>
        </div>
      )}
    </li>
  )
}
