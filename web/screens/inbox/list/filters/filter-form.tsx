import { useState } from 'react'
import { channels } from '#contract/channels.ts'
import { Plus, Tag } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { ConditionFields } from '#web/features/conditions/condition-fields.tsx'
import { isWhole } from '#web/features/conditions/operators.ts'
import { useConditionWords } from '#web/features/conditions/words.ts'
import { ContactPicker } from '#web/features/contacts/contact-picker.tsx'
import { LabelChip } from '#web/features/labels/label-chip.tsx'
import { LabelPicker } from '#web/features/labels/label-picker.tsx'
import { days, priorities, statuses, type ConversationFilters } from '#web/screens/inbox/conversation-filters.ts'
import { readCondition, writeCondition } from '#web/features/conditions/condition-param.ts'
import { useConversationWords } from '#web/features/conversations/words.ts'
import { useInboxWords } from '#web/screens/inbox/words.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Switch } from '#web/ui/switch.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { FilterPicker } from './filter-picker.tsx'
import { useFields } from './use-fields.ts'
import { useNames } from './use-names.ts'

type Props = { filters: ConversationFilters; onChange: (change: Partial<ConversationFilters>) => void }

/** All filters of the list. Each applies at once. */
export function FilterForm({ filters, onChange }: Props) {
  const words = useInboxWords()
  const { channels: channelNames, statuses: statusNames } = useConversationWords()
  const { inboxes, teams, agents } = useNames()
  const pick = (key: keyof ConversationFilters) => (id: string | undefined) => onChange({ [key]: id })
  const { filters: labels } = words
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-x-3 gap-y-2.5">
        <FilterPicker
          label={labels.status}
          value={filters.status}
          choices={statuses.map((id) => ({ id, name: id === 'all' ? words.allStatuses : statusNames[id] }))}
          onChange={pick('status')}
        />
        <FilterPicker
          label={labels.priority}
          value={filters.priority}
          choices={priorities.map((id) => ({ id, name: words.priorities[id] }))}
          onChange={pick('priority')}
        />
        <FilterPicker
          label={labels.assignee}
          value={filters.assignee}
          choices={[...agents, { id: 'none', name: labels.nobody }]}
          onChange={pick('assignee')}
        />
        <FilterPicker
          label={labels.team}
          value={filters.team}
          choices={[...teams, { id: 'none', name: labels.noTeam }]}
          onChange={pick('team')}
        />
        <FilterPicker label={labels.inbox} value={filters.inbox} choices={inboxes} onChange={pick('inbox')} />
        <FilterPicker
          label={labels.channel}
          value={filters.channel}
          choices={channels.map((id) => ({ id, name: channelNames[id] }))}
          onChange={pick('channel')}
        />
        <FilterPicker label={labels.follower} value={filters.follower} choices={agents} onChange={pick('follower')} />
        <TextFilter filters={filters} onChange={onChange} />
      </div>
      <Labels filters={filters} onChange={onChange} />
      <Days filters={filters} onChange={onChange} />
      {!filters.contact && (
        <div className="grid gap-1">
          <span aria-hidden className="text-xs font-medium text-ink-2">
            {labels.contact}
          </span>
          <ContactPicker label={labels.findContact} except="" onPick={({ id }) => onChange({ contact: id })} />
        </div>
      )}
      <Switch
        label={labels.unread}
        checked={filters.unread === 'yes'}
        onChange={(on) => onChange({ unread: on ? 'yes' : undefined })}
      />
      <Conditions filters={filters} onChange={onChange} />
    </div>
  )
}

/** Words that must occur in a message. The list is updated when the typing pauses. */
function TextFilter({ filters: { text: current = '' }, onChange }: Props) {
  const { filters: words } = useInboxWords()
  const [text, setText] = useState(current)
  useDebounced(text.trim(), (settled) => settled !== current && onChange({ text: settled }))
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs font-medium text-ink-2">
      {words.text}
      <input
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        maxLength={200}
        placeholder={words.textHint}
        className={fieldClass}
      />
    </label>
  )
}

function Labels({ filters: { label = [] }, onChange }: Props) {
  const { labels: common } = useWords()
  const { filters: words } = useInboxWords()
  const remove = (title: string) => onChange({ label: label.filter((each) => each !== title) })
  return (
    <div role="group" aria-label={words.labels} className="flex flex-wrap items-center gap-1.5">
      <LabelPicker
        value={label}
        onAdd={(title) => onChange({ label: [...label, title] })}
        onRemove={remove}
        trigger={
          <Button look="outline" size="sm" aria-label={words.labels} icon={<Tag size={14} aria-hidden />}>
            {common.add}
          </Button>
        }
      />
      {label.map((title) => (
        <LabelChip key={title} title={title} onRemove={() => remove(title)} />
      ))}
    </div>
  )
}

function Days({ filters, onChange }: Props) {
  const { filters: words } = useInboxWords()
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-2.5">
      {days.map((key) => (
        <label key={key} className="flex min-w-0 flex-col gap-1 text-xs font-medium text-ink-2">
          {words[key]}
          <input
            type="date"
            value={filters[key] ?? ''}
            onChange={(event) => onChange({ [key]: event.target.value })}
            className={fieldClass}
          />
        </label>
      ))}
    </div>
  )
}

/** Conditions on any field. One without a value does not filter yet. */
function Conditions({ filters: { where = [] }, onChange }: Props) {
  const words = useConditionWords()
  const { filters: own } = useInboxWords()
  const fields = useFields()
  const [draft, setDraft] = useState(() => where.flatMap((text) => readCondition(text) ?? []))
  const set = (next: typeof draft) => {
    setDraft(next)
    onChange({ where: next.filter(isWhole).map(writeWhole) })
  }
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      {draft.map((condition, index) => (
        <ConditionFields
          key={index}
          label={words.number(index + 1)}
          value={condition}
          fields={fields}
          onChange={(next) => set(draft.with(index, next))}
          onRemove={() => set(draft.toSpliced(index, 1))}
        />
      ))}
      <Button
        look="outline"
        size="sm"
        className="justify-self-start"
        icon={<Plus size={14} aria-hidden />}
        onClick={() => setDraft([...draft, newCondition])}
      >
        {own.addCondition}
      </Button>
    </div>
  )
}

const newCondition = { field: 'city', operator: 'contains' as const, values: [''] }

const writeWhole: typeof writeCondition = ({ values, ...condition }) =>
  writeCondition({ ...condition, values: values.filter((value) => value !== '') })

const fieldClass = cx(inputClass, 'h-8 text-sm font-normal pointer-coarse:h-10')
