import { BookmarkPlus, FunnelX, X } from 'lucide-react'
import { asText } from '#web/parts/conditions/as-text.ts'
import { useConditionWords } from '#web/parts/conditions/words.ts'
import { LabelDot } from '#web/parts/label-chip.tsx'
import { useRead } from '#web/query.ts'
import { cleared, days, isFiltered, readCondition, type Kept } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/session.ts'
import { useTime } from '#web/time.ts'
import { Button } from '#web/ui/button.tsx'
import { toInstant } from '#web/zone.ts'
import { useFields } from './use-fields.ts'
import { nameOf, useNames } from './use-names.ts'

type Props = { filters: Kept; onChange: (filters: Kept) => void; onSave: () => void }

/** What narrows the list, each with the way to take it away. */
export function Chips(props: Props) {
  return isFiltered(props.filters) ? <Set {...props} /> : null
}

function Set({ filters, onChange, onSave }: Props) {
  const { filters: words, views } = useInboxWords()
  const chips = useChips(filters)
  return (
    <div role="group" aria-label={words.set} className="flex flex-wrap items-center gap-1.5 px-3 pb-2.5">
      {chips.map(({ key, text, label, without }) => (
        <span key={key} className={chipClass}>
          {label && <LabelDot title={label} />}
          <span className="truncate">{text}</span>
          <button
            type="button"
            aria-label={words.remove(text)}
            onClick={() => onChange(without)}
            className="-mr-1.5 grid size-6 shrink-0 place-items-center rounded-full hover:bg-press pointer-coarse:size-8"
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Button size="sm" icon={<FunnelX size={14} aria-hidden />} onClick={() => onChange(cleared(filters))}>
        {words.clear}
      </Button>
      <Button size="sm" icon={<BookmarkPlus size={14} aria-hidden />} onClick={onSave}>
        {views.save}
      </Button>
    </div>
  )
}

type Chip = { key: string; text: string; label?: string; without: Kept }

function useChips(filters: Kept): Chip[] {
  const words = useInboxWords()
  const { filters: names } = words
  const { inboxes, teams, agents } = useNames()
  const fields = useFields()
  const conditions = useConditionWords()
  const time = useTime()
  const { time_zone } = useAccount()
  const contact = useRead('get_contact', { contact_id: filters.contact ?? '' }, { enabled: Boolean(filters.contact) })

  const without = (key: keyof Kept): Kept =>
    Object.fromEntries(Object.entries(filters).filter(([each]) => each !== key))
  const chip = (key: keyof Kept, say: (value: string) => string): Chip[] =>
    filters[key] ? [{ key, text: say(String(filters[key])), without: without(key) }] : []
  const rest = (key: 'label' | 'where', value: string): Kept => {
    const left = filters[key]?.filter((each) => each !== value) ?? []
    return left.length > 0 ? { ...filters, [key]: left } : without(key)
  }
  return [
    ...chip('status', (value) => words.statuses[value as keyof typeof words.statuses]),
    ...chip('assignee', (value) => (value === 'none' ? names.nobody : nameOf(agents, value))),
    ...chip('team', (value) => (value === 'none' ? names.noTeam : nameOf(teams, value))),
    ...chip('inbox', (value) => nameOf(inboxes, value)),
    ...chip('channel', (value) => words.channels[value as keyof typeof words.channels]),
    ...chip('priority', (value) => words.priorities[value as keyof typeof words.priorities]),
    ...chip('unread', () => names.unread),
    ...chip('follower', (value) => `${names.follower}: ${nameOf(agents, value)}`),
    ...chip('contact', (value) => contact.data?.name ?? value),
    ...chip('said', (value) => `«${value}»`),
    ...days.flatMap((key) =>
      chip(key, (value) => `${names[key]}: ${time.day(toInstant(`${value}T12:00`, time_zone))}`),
    ),
    ...(filters.label ?? []).map((title) => ({
      key: `label ${title}`,
      text: title,
      label: title,
      without: rest('label', title),
    })),
    ...(filters.where ?? []).flatMap((text) => {
      const condition = readCondition(text)
      return condition
        ? [{ key: text, text: asText(condition, fields, conditions, time.day), without: rest('where', text) }]
        : []
    }),
  ]
}

const chipClass =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-xs font-medium ' +
  'text-accent-text pointer-coarse:h-8'
