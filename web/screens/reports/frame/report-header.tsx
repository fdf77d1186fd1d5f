import { ChevronDown, Diff } from 'lucide-react'
import { Toggle } from '@base-ui/react/toggle'
import { useAccount } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Explain } from '#web/ui/explain.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { reportNames, reportOf, type ReportName } from '#web/screens/reports/report-list.ts'
import { useReportFilters } from '#web/screens/reports/use-asked.ts'
import { useChangeFilters, useOpenReport } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { AgentFilter, InboxFilter, PipelineFilter, SourceFilter } from './filters.tsx'
import { PeriodPicker } from './period-picker.tsx'

/** The name of the report, whose figures these are, and what they are narrowed to. */
export function ReportHeader({ name }: { name: ReportName }) {
  const words = useReportWords()
  const { filters } = reportOf(name)
  useTitle(words.names[name])
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-6">
      <h1 className="min-w-0 truncate text-lg font-semibold max-lg:sr-only">{words.names[name]}</h1>
      <ReportMenu name={name} />
      <Whose />
      <div className="report-controls flex min-w-0 flex-wrap items-center gap-2 sm:ml-auto">
        {filters.includes('source') && <SourceFilter />}
        {filters.includes('agent') && <AgentFilter mayBeNobody={name === 'lead-response-times'} />}
        {filters.includes('inbox') && <InboxFilter />}
        {filters.includes('pipeline') && <PipelineFilter needsOne={name === 'funnel'} />}
        <Compare />
        <PeriodPicker name={name} />
      </div>
    </header>
  )
}

/** Where there is no room for all names beside the report, its own opens them. */
function ReportMenu({ name }: { name: ReportName }) {
  const words = useReportWords()
  const open = useOpenReport()
  const trigger = (
    <button
      type="button"
      aria-label={`${words.choose}: ${words.names[name]}`}
      className="-ml-2 flex min-h-9 min-w-0 items-center gap-1.5 rounded-lg px-2 text-lg font-semibold hover:bg-hover lg:hidden
        pointer-coarse:min-h-11"
    >
      <span className="truncate">{words.names[name]}</span>
      <ChevronDown size={16} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <Menu trigger={trigger} align="start">
      {(Object.keys(words.groups) as (keyof typeof words.groups)[]).map((group) => (
        <MenuChoice
          key={group}
          label={words.groups[group]}
          value={name}
          choices={
            Object.fromEntries(
              reportNames.filter((each) => reportOf(each).group === group).map((each) => [each, words.names[each]]),
            ) as Record<ReportName, string>
          }
          onChange={open}
          closes
        />
      ))}
    </Menu>
  )
}

/** Who does not see everything is told whose figures these are. */
function Whose() {
  const words = useReportWords()
  const { visibility } = useAccount()
  if (visibility === 'all') return null
  const [text, hint] =
    visibility === 'own' ? [words.onlyYours, words.onlyYoursHint] : [words.onlyTeams, words.onlyTeamsHint]
  return (
    <span className="flex items-center gap-2">
      <Badge tone="accent">{text}</Badge>
      <Explain label={words.explain(text)} text={hint} />
    </span>
  )
}

function Compare() {
  const words = useReportWords()
  const { compare } = useReportFilters()
  const change = useChangeFilters()
  return (
    <Tooltip text={words.compareHint}>
      <Toggle
        pressed={compare !== 'off'}
        onPressedChange={(isOn) => change({ compare: isOn ? undefined : 'off' })}
        className={cx(buttonClass('outline'), 'font-normal data-pressed:bg-accent-soft data-pressed:text-accent-text')}
      >
        <Diff size={14} aria-hidden />
        <span className="max-sm:sr-only">{words.compare}</span>
      </Toggle>
    </Tooltip>
  )
}
