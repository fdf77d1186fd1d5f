import { useEffect, useState } from 'react'
import { ChevronDown, Inbox, SquareKanban, User } from 'lucide-react'
import { useRead } from '#web/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Picker } from '#web/ui/picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useReportFilters } from '#web/screens/reports/use-asked.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

const ALL = 'all'

export function InboxFilter() {
  const words = useReportWords()
  const change = useChangeFilters()
  const { inbox = ALL } = useReportFilters()
  const { data } = useRead('list_inboxes', {})
  const named = data?.items.map(({ id, name }) => [`${id}`, name]) ?? []
  if (named.length < 2 && inbox === ALL) return null
  return (
    <Select
      label={words.inbox}
      value={inbox}
      choices={{ [ALL]: words.allInboxes, ...Object.fromEntries(named) }}
      onChange={(next) => change({ inbox: next === ALL ? undefined : next })}
      icon={<Inbox size={14} aria-hidden />}
      marked={inbox !== ALL}
    />
  )
}

/** A funnel is of one pipeline; other reports can be of all. */
export function PipelineFilter({ needsOne }: { needsOne: boolean }) {
  const words = useReportWords()
  const change = useChangeFilters()
  const { pipeline = ALL } = useReportFilters()
  const { data } = useRead('crm_list_pipelines', {})
  const names = data?.items.filter(({ kind }) => !needsOne || kind !== 'leads').map(({ name }) => [name, name]) ?? []
  if (names.length < 2 && pipeline === ALL) return null
  return (
    <Select
      label={words.pipeline}
      value={pipeline}
      choices={{ [ALL]: needsOne ? words.defaultPipeline : words.allPipelines, ...Object.fromEntries(names) }}
      onChange={(next) => change({ pipeline: next === ALL ? undefined : next })}
      icon={<SquareKanban size={14} aria-hidden />}
      marked={pipeline !== ALL}
    />
  )
}

export function AgentFilter({ mayBeNobody }: { mayBeNobody: boolean }) {
  const words = useReportWords()
  const change = useChangeFilters()
  const filters = useReportFilters()
  const agent = filters.agent && (mayBeNobody || filters.agent !== 'none') ? filters.agent : ALL
  const { data } = useRead('list_agents', {})
  const choices = [
    { id: ALL, name: words.everybody },
    ...(mayBeNobody ? [{ id: 'none', name: words.nobody }] : []),
    ...(data?.items.map(({ id, name }) => ({ id, name })) ?? []),
  ]
  const chosen = choices.find(({ id }) => id === agent)
  const trigger = (
    <Button
      look="outline"
      aria-label={`${words.agent}: ${chosen?.name ?? words.everybody}`}
      icon={<User size={14} aria-hidden />}
      className={cx('font-normal', agent !== ALL && 'bg-accent-soft! text-accent-text!')}
    >
      <span className="max-w-40 truncate">{chosen?.name ?? words.everybody}</span>
      <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
    </Button>
  )
  return (
    <Picker
      label={words.agent}
      nothing={words.nothing}
      trigger={trigger}
      choices={choices}
      value={agent}
      onPick={(id) => change({ agent: id === ALL ? undefined : id })}
    />
  )
}

/** Typing shows at once; the address and the report follow when the typing rests. */
export function SourceFilter() {
  const words = useReportWords()
  const change = useChangeFilters()
  const { source = '' } = useReportFilters()
  const [text, setText] = useState(source)
  useEffect(() => setText((now) => (now.trim() === source ? now : source)), [source])
  useDebounced(text.trim(), (settled) => settled !== source && change({ source: settled || undefined }))
  return (
    <span className="w-36">
      <input
        type="text"
        aria-label={words.source}
        placeholder={words.source}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={cx(inputClass, 'h-8 text-sm pointer-coarse:h-10')}
      />
    </span>
  )
}
