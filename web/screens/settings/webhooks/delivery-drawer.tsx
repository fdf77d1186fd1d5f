import { Send } from '#web/ui/icons.ts'
import type { WebhookAttempt, WebhookDelivery } from '#contract/records/webhook.ts'
import type { Output } from '#web/app/api.ts'
import { useNumbers } from '#web/app/format/numbers.ts'
import { useTime } from '#web/app/format/time.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useLast } from '#web/ui/use-last.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { isOnItsWay } from './is-in-progress.ts'
import { pretty } from './pretty.ts'
import { useDeliveryWords } from './words.ts'

/** One delivery: the request and every attempt with its response. */
export function DeliveryDrawer({ delivery, onClose }: { delivery: WebhookDelivery | undefined; onClose: () => void }) {
  const words = useDeliveryWords()
  const last = useLast(delivery)
  return (
    <Drawer
      open={delivery !== undefined}
      onClose={onClose}
      title={words.one}
      header={<h2 className="truncate text-base font-semibold">{last?.event}</h2>}
    >
      {last && <Body delivery={last} />}
    </Drawer>
  )
}

function Body({ delivery: { id: delivery_id, webhook_id } }: { delivery: WebhookDelivery }) {
  const words = useDeliveryWords()
  const { data, error, refetch } = useRead(
    'get_webhook_delivery',
    { webhook_id, delivery_id },
    { refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? 1_500 : false) },
  )
  return (
    <div className="px-4 py-5 md:px-5">
      <Loaded data={data} error={error} onRetry={refetch} failed={words.unreadable}>
        {(detail) => <Detail detail={detail} />}
      </Loaded>
    </div>
  )
}

function Detail({ detail }: { detail: Output<'get_webhook_delivery'> }) {
  const words = useDeliveryWords()
  const { status, attempts, message_id, body, log } = detail
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-2">
        <DeliveryStatus status={status} />
        <span className="text-sm text-ink-3">{words.attempts(attempts)}</span>
        <span className="ml-auto">
          <Redeliver delivery={detail} />
        </span>
      </div>
      {body !== null && <CodeBlock label={words.body} code={pretty(body)} copyLabel={words.copyBody} />}
      <p className="mt-2 mb-6 text-xs wrap-anywhere text-ink-3">
        {words.messageId}: <code>{message_id}</code>
      </p>
      {log.length === 0 && <p className="text-sm text-ink-3">{words.waiting}</p>}
      <ol className="grid gap-4">
        {log.map((attempt) => (
          <li key={attempt.number}>
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Redeliver({ delivery }: { delivery: WebhookDelivery }) {
  const words = useDeliveryWords()
  const redeliver = useAct('redeliver_webhook', {
    invalidates: ['list_webhook_deliveries', 'get_webhook_delivery', 'get_webhook'],
    onSuccess: () => toast.good(words.redelivered),
  })
  return (
    <Button
      look="outline"
      icon={<Send size={15} aria-hidden />}
      busy={redeliver.isPending}
      onClick={() => redeliver.mutate({ webhook_id: delivery.webhook_id, delivery_id: delivery.id })}
    >
      {words.redeliver}
    </Button>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const words = useDeliveryWords()
  const time = useTime()
  const format = useNumbers()
  const { number, status_code, error, error_class, response_body, request_headers, milliseconds, created_at } = attempt
  const headers = Object.entries(request_headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section className="rounded-xl p-4 ring-1 ring-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-semibold">{words.attempt(number)}</h3>
        <Badge tone={error ? 'bad' : 'good'}>{status_code ? words.answered(status_code) : words.noResponse}</Badge>
        <span className="text-xs text-ink-3">{words.took(format(milliseconds))}</span>
        <time dateTime={created_at} className="ml-auto text-xs text-ink-3">
          {time.full(created_at)}
        </time>
      </div>
      {error && (
        <p className="mt-2 text-sm wrap-anywhere text-danger-text">
          {error_class && words.errors[error_class]}
          {error_class !== 'http' && <span className="block text-xs text-ink-3">{error}</span>}
        </p>
      )}
      {response_body && (
        <>
          <h4 className="mt-3 mb-1 text-xs font-medium text-ink-2">{words.response}</h4>
          <pre
            tabIndex={0}
            aria-label={words.response}
            className="max-h-48 overflow-auto rounded-lg bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap"
          >
            {response_body}
          </pre>
        </>
      )}
      <details className="mt-3">
        <summary className="w-fit rounded text-xs font-medium text-ink-2">{words.headers}</summary>
        <pre
          tabIndex={0}
          aria-label={words.headers}
          className="mt-2 overflow-x-auto rounded-lg bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {headers.join('\n')}
        </pre>
      </details>
    </section>
  )
}
