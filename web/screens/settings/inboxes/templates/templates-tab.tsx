import { Link } from '@tanstack/react-router'
import type { ChannelTemplate } from '#contract/records/channel.ts'
import type { Inbox } from '#contract/records/inbox.ts'
import { useAct, useRead } from '#web/app/query.ts'
import { useAccount } from '#web/app/session.ts'
import { Loaded } from '#web/screens/settings/frame/loaded.tsx'
import { Panel } from '#web/screens/settings/frame/panel.tsx'
import { useInboxWords } from '#web/screens/settings/inboxes/words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Plus, RefreshCw } from '#web/ui/icons.ts'

/** Message templates of a channel, as its provider has them. */
export function TemplatesTab({ inbox }: { inbox: Inbox }) {
  const { templates: words } = useInboxWords()
  const { id: account_id } = useAccount()
  const { data, error, refetch } = useRead('list_inbox_templates', { inbox_id: inbox.id })
  const sync = useAct('sync_inbox_templates', { invalidates: ['list_inbox_templates'] })
  const button = inbox.connection && (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        look="outline"
        busy={sync.isPending}
        icon={<RefreshCw size={15} aria-hidden />}
        onClick={() => sync.mutate({ inbox_id: inbox.id })}
      >
        {words.sync}
      </Button>
      <Link
        to="/app/$account_id/settings/inboxes/$inbox_id/template"
        params={{ account_id, inbox_id: inbox.id }}
        className={buttonClass('primary')}
      >
        <Plus size={15} aria-hidden />
        {words.create}
      </Link>
    </div>
  )
  return (
    <div className="max-w-3xl">
      <Panel title={words.title} hint={words.hint} aside={button}>
        <Loaded data={data} error={error} onRetry={refetch} failed={words.failed}>
          {({ items }) =>
            items.length === 0 ? (
              <p className="text-sm text-ink-2">{words.empty}</p>
            ) : (
              <ul className="divide-y divide-line">
                {items.map((template) => (
                  <Row key={template.id} template={template} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
    </div>
  )
}

function Row({ template }: { template: ChannelTemplate }) {
  const { templates: words } = useInboxWords()
  const { name, language, category, status, components, rejected_reason } = template
  const text = components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.['text']
  const header = components.find(({ type }) => String(type).toUpperCase() === 'HEADER')
  const headers: Readonly<Record<string, string>> = words.headerKinds
  const file = header && header['format'] !== 'TEXT' && headers[String(header['format']).toUpperCase()]
  const statuses: Readonly<Record<string, string>> = words.statuses
  const reasons: Readonly<Record<string, string>> = words.reasons
  const categories: Readonly<Record<string, string>> = words.categories
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-3">
          {[language, categories[category] ?? category.toLowerCase(), file].filter(Boolean).join(' · ')}
        </span>
        <Badge tone={tones[status] ?? 'plain'}>{statuses[status] ?? status}</Badge>
      </div>
      {typeof text === 'string' && (
        <p className="mt-1 line-clamp-3 text-sm wrap-anywhere whitespace-pre-wrap text-ink-2">{text}</p>
      )}
      {rejected_reason && (
        <p className="mt-1 text-sm text-danger-text">{words.rejected(reasons[rejected_reason] ?? rejected_reason)}</p>
      )}
    </li>
  )
}

const tones: Partial<Record<string, 'good' | 'warn' | 'bad'>> = {
  APPROVED: 'good',
  PENDING: 'warn',
  REJECTED: 'bad',
  PAUSED: 'warn',
  DISABLED: 'bad',
}
