import { useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { RotateCw } from '#web/ui/icons.ts'
import type { Webhook, WebhookDelivery } from '#contract/records/webhook.ts'
import { useTime } from '#web/app/format/time.ts'
import { usePages, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { TimeAgo } from '#web/ui/time-ago.tsx'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { describeFailure } from './describe-failure.ts'
import { isOnItsWay } from './is-in-progress.ts'
import { useDeliveryWords } from './words.ts'

/** The deliveries of an endpoint; polls while some are pending. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const words = useDeliveryWords()
  const { status, event } = useSearch({ from: '/app/$account_id/settings/webhooks/$webhook_id' })
  const [opened, open] = useState<WebhookDelivery>()
  const list = usePages(
    'list_webhook_deliveries',
    { webhook_id: webhook.id, ...(status && { status }), ...(event && { event }) },
    { refetchInterval: (items) => (items?.some((each) => isOnItsWay(each)) ? 2_000 : false) },
  )
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="min-w-40 flex-1">
          <h2 className="text-base font-semibold">{words.title}</h2>
          <p className="text-sm text-ink-2">{words.hint}</p>
        </div>
        <Filters />
        <IconButton label={words.refresh} onClick={() => void list.refetch()}>
          <RotateCw size={15} aria-hidden />
        </IconButton>
      </div>
      <Loaded data={list.items} error={list.error} onRetry={list.refetch} failed={words.failed}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={status || event ? words.noMatch : words.empty}>
              {!status && !event && words.emptyHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.title} className="divide-y divide-line rounded-xl ring-1 ring-line">
                {items.map((delivery) => (
                  <Row key={delivery.id} delivery={delivery} onOpen={() => open(delivery)} />
                ))}
              </ul>
              {(list.hasNextPage || list.isFetchNextPageError) && <LoadMore list={list} />}
            </>
          )
        }
      </Loaded>
      <DeliveryDrawer delivery={opened} onClose={() => open(undefined)} />
    </section>
  )
}

function Filters() {
  const words = useDeliveryWords()
  const { status, event } = useSearch({ from: '/app/$account_id/settings/webhooks/$webhook_id' })
  const navigate = useNavigate()
  const { data } = useRead('list_webhook_events', {})
  const set = (next: { status?: WebhookDelivery['status']; event?: string }) =>
    void navigate({ to: '.', search: next, replace: true })
  const current = { ...(status && { status }), ...(event && { event }) }
  const { status: _, ...anyStatus } = current
  const { event: __, ...anyEvent } = current
  const choices = [
    { id: '', name: words.anyEvent },
    ...(data?.items ?? []).map(({ type }) => ({ id: type, name: type })),
  ]
  return (
    <>
      <Select
        label={words.status}
        value={status ?? 'all'}
        choices={{ all: words.all, ...words.statuses }}
        marked={Boolean(status)}
        onChange={(next) => set(next === 'all' ? anyStatus : { ...current, status: next })}
      />
      <Picker
        label={words.event}
        nothing={words.noMatch}
        value={event ?? ''}
        choices={choices}
        onPick={(type) => set(type ? { ...current, event: type } : anyEvent)}
        trigger={
          <Button look="outline" aria-label={`${words.event}: ${event ?? words.anyEvent}`} className="font-normal">
            {event ?? words.anyEvent}
          </Button>
        }
      />
    </>
  )
}

function Row({ delivery, onOpen }: { delivery: WebhookDelivery; onOpen: () => void }) {
  const words = useDeliveryWords()
  const time = useTime()
  const { event, status, attempts, next_attempt_at, last_status_code, last_error, created_at } = delivery
  const details = [
    words.attempts(attempts),
    status !== 'delivered' &&
      (describeFailure(last_error, words) ?? (last_status_code && words.answered(last_status_code))),
    status === 'pending' && attempts > 0 && next_attempt_at && words.next(time.full(next_attempt_at)),
  ]
  return (
    <li className="relative flex items-center gap-3 px-4 py-2.5 first:rounded-t-xl last:rounded-b-xl hover:bg-hover">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-label={words.open(event)}
          onClick={onOpen}
          className="block max-w-full truncate text-left text-sm font-medium after:absolute after:inset-0"
        >
          <code>{event}</code>
        </button>
        <div className="truncate text-xs text-ink-3">{details.filter(Boolean).join(' · ')}</div>
      </div>
      <TimeAgo at={created_at} className="text-xs whitespace-nowrap text-ink-3" />
      <DeliveryStatus status={status} />
    </li>
  )
}
