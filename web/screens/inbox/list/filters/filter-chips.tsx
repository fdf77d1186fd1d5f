import { BookmarkPlus, FunnelX, X } from '#web/ui/icons.ts'
import { conditionText } from '#web/features/conditions/condition-text.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { LabelDot } from '#web/features/labels/label-chip.tsx'
import { useRead } from '#web/app/query.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useViewWords } from '#web/features/views/words.ts'
import { clearFilters, days, isFiltered, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { useAccount } from '#web/app/session.ts'
import { useTime } from '#web/app/format/time.ts'
import { Button } from '#web/ui/button.tsx'
import { toInstant } from '#web/app/format/zone.ts'
import { useFields } from './use-fields.ts'
import { nameOf, useNames } from './use-names.ts'

type Props = { filters: ConversationFilters; onChange: (filters: ConversationFilters) => void; onSave: () => void }

/** The active filters, each with a button to remove it. */
export function FilterChips(props: Props) {
  return isFiltered(props.filters) ? <ActiveFilters {...props} /> : null
}

function ActiveFilters({ filters, onChange, onSave }: Props) {
  const { filters: words } = useInboxWords()
  const views = useViewWords()
  const chips = useChips(filters)
  return (
    <div role="group" aria-label={words.active} className="flex flex-wrap items-center gap-1.5 px-3 pb-2.5">
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
      <Button size="sm" icon={<FunnelX size={14} aria-hidden />} onClick={() => onChange(clearFilters(filters))}>
        {words.clear}
      </Button>
      <Button size="sm" icon={<BookmarkPlus size={14} aria-hidden />} onClick={onSave}>
        {views.save}
      </Button>
    </div>
  )
}

type Chip = { key: string; text: string; label?: string; without: ConversationFilters }

function useChips(filters: ConversationFilters): Chip[] {
  const words = useInboxWords()
  const { filters: names } = words
  const { channels, statuses } = useConversationWords()
  const { inboxes, teams, agents } = useNames()
  const fields = useFields()
  const conditions = useConditionWords()
  const time = useTime()
  const { time_zone } = useAccount()
  const contact = useRead('get_contact', { contact_id: filters.contact ?? '' }, { enabled: Boolean(filters.contact) })

  const without = (key: keyof ConversationFilters): ConversationFilters =>
    Object.fromEntries(Object.entries(filters).filter(([each]) => each !== key))
  const chip = (key: keyof ConversationFilters, describe: (value: string) => string): Chip[] =>
    filters[key] ? [{ key, text: describe(String(filters[key])), without: without(key) }] : []
  const rest = (key: 'label' | 'where', value: string): ConversationFilters => {
    const left = filters[key]?.filter((each) => each !== value) ?? []
    return left.length > 0 ? { ...filters, [key]: left } : without(key)
  }
  return [
    ...chip('status', (value) => (value === 'all' ? words.allStatuses : statuses[value as keyof typeof statuses])),
    ...chip('assignee', (value) => (value === 'none' ? names.nobody : nameOf(agents, value))),
    ...chip('team', (value) => (value === 'none' ? names.noTeam : nameOf(teams, value))),
    ...chip('inbox', (value) => nameOf(inboxes, value)),
    ...chip('channel', (value) => channels[value as keyof typeof channels]),
    ...chip('priority', (value) => words.priorities[value as keyof typeof words.priorities]),
    ...chip('unread', () => names.unread),
    ...chip('follower', (value) => `${names.follower}: ${nameOf(agents, value)}`),
    ...chip('contact', (value) => contact.data?.name ?? value),
    ...chip('text', names.quoted),
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
        ? [{ key: text, text: conditionText(condition, fields, conditions, time.day), without: rest('where', text) }]
        : []
    }),
  ]
}

const chipClass =
  'inline-flex h-6 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-xs font-medium ' +
  'text-accent-text pointer-coarse:h-8'
