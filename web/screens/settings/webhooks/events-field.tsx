import { useState } from 'react'
import { useWords } from '#web/app/i18n.ts'
import { useRead } from '#web/app/query.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { RadioCards } from '#web/ui/radio-cards.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { groupEvents, has, hasAll, toggle, toggleKind, type Kind } from './event-choice.ts'
import { useWebhookWords } from './words.ts'

type Props = { value: string[]; onChange: (events: string[]) => void }

/** Chooses all events, groups or single events. */
export function EventsField({ value, onChange }: Props) {
  const words = useWebhookWords()
  const isAll = value.includes('*')
  return (
    <RadioCards
      label={words.chosen}
      value={isAll ? 'all' : 'some'}
      onChange={(next) => onChange(next === 'all' ? ['*'] : [])}
      choices={{
        all: { label: words.allEvents, hint: words.allEventsHint },
        some: {
          label: words.someEvents,
          hint: words.someEventsHint,
          more: <Events value={value} onChange={onChange} />,
        },
      }}
    />
  )
}

function Events({ value, onChange }: Props) {
  const { common } = useWords()
  const words = useWebhookWords()
  const [text, setText] = useState('')
  const { data } = useRead('list_webhook_events', {})
  if (!data) return <Skeleton className="h-60 w-full rounded-lg!" />
  const described = data.items.map(({ type, description }) => ({
    type,
    description: words.eventNames[type] ?? description,
  }))
  const kinds = groupEvents(described, text)
  const all = data.items.map(({ type }) => type)
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex">
        <SearchField label={words.findEvent} clearLabel={common.clear} value={text} onChange={setText} />
      </div>
      <div
        role="group"
        aria-label={words.chosen}
        className="max-h-72 overflow-y-auto rounded-lg bg-surface px-3 py-2 ring-1 ring-line ring-inset"
      >
        {kinds.length === 0 && <p className="py-4 text-center text-sm text-ink-3">{words.noEvent}</p>}
        {kinds.map((kind) => (
          <KindEvents
            key={kind.kind}
            kind={kind}
            value={value}
            onKind={() => onChange(toggleKind(value, kind.kind))}
            onEvent={(type) => onChange(toggle(value, type, all))}
          />
        ))}
      </div>
    </div>
  )
}

type KindProps = { kind: Kind; value: string[]; onKind: () => void; onEvent: (type: string) => void }

function KindEvents({ kind: { kind, events }, value, onKind, onEvent }: KindProps) {
  const words = useWebhookWords()
  const name = words.kindNames[kind] ?? kind
  const isWhole = hasAll(value, kind)
  const isPartly = !isWhole && events.some(({ type }) => has(value, type))
  return (
    <div className="border-b border-line py-1 last:border-0">
      <label className={`${rowClass} font-medium`}>
        <Checkbox label={words.wholeKind(name)} checked={isWhole} partly={isPartly} onChange={onKind} />
        {name}
      </label>
      {events.map(({ type, description }) => (
        <label key={type} className={`${rowClass} pl-6.5`}>
          <Checkbox label={type} checked={has(value, type)} onChange={() => onEvent(type)} />
          <span className="min-w-0">
            <code className="text-xs wrap-anywhere">{type}</code>
            <span className="block text-xs text-ink-3">{description}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

const rowClass = 'flex min-h-8 items-center gap-2.5 py-0.5 text-sm pointer-coarse:min-h-11'
