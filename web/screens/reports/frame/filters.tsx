import { useEffect, useState } from 'react'
import { ChevronDown, Inbox, SquareKanban, User } from '#web/ui/icons.ts'
import { useRead } from '#web/app/query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Picker } from '#web/ui/picker.tsx'
import { Select } from '#web/ui/select.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

const ALL = 'all'

export function InboxFilter() {
  const words = useReportWords()
  const change = useChangeFilters()
  const { inbox = ALL } = useReportFilters()
  const { data } = useRead('list_inboxes', {})
  const inboxes = data?.items.map(({ id, name }) => [`${id}`, name]) ?? []
  if (inboxes.length < 2 && inbox === ALL) return null
  return (
    <Select
      label={words.inbox}
      value={inbox}
      choices={{ [ALL]: words.allInboxes, ...Object.fromEntries(inboxes) }}
      onChange={(next) => change({ inbox: next === ALL ? undefined : next })}
      icon={<Inbox size={14} aria-hidden />}
      marked={inbox !== ALL}
    />
  )
}

/** The funnel covers one pipeline; other reports can cover all. */
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

export function AgentFilter({ hasUnassigned }: { hasUnassigned: boolean }) {
  const words = useReportWords()
  const change = useChangeFilters()
  const filters = useReportFilters()
  const agent = filters.agent && (hasUnassigned || filters.agent !== 'none') ? filters.agent : ALL
  const { data } = useRead('list_agents', {})
  const choices = [
    { id: ALL, name: words.allAgents },
    ...(hasUnassigned ? [{ id: 'none', name: words.unassigned }] : []),
    ...(data?.items.map(({ id, name }) => ({ id, name })) ?? []),
  ]
  const selected = choices.find(({ id }) => id === agent)
  const trigger = (
    <Button
      look="outline"
      aria-label={`${words.agent}: ${selected?.name ?? words.allAgents}`}
      icon={<User size={14} aria-hidden />}
      className={cx('font-normal', agent !== ALL && 'bg-accent-soft! text-accent-text!')}
    >
      <span className="max-w-40 truncate">{selected?.name ?? words.allAgents}</span>
      <ChevronDown size={14} aria-hidden className="-mr-0.5 opacity-70" />
    </Button>
  )
  return (
    <Picker
      label={words.agent}
      nothing={words.noAgent}
      trigger={trigger}
      choices={choices}
      value={agent}
      onPick={(id) => change({ agent: id === ALL ? undefined : id })}
    />
  )
}

/** Updates the address and the report only after a pause in typing. */
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
