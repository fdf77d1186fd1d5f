import { ChevronDown, Diff } from '#web/ui/icons.ts'
import { Toggle } from '@base-ui/react/toggle'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { reportNames, reportOf, type ReportName } from '#web/screens/reports/report-list.ts'
import { useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters, useOpenReport } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { AgentFilter, InboxFilter, PipelineFilter, SourceFilter } from './filters.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { SendButton } from './send-button.tsx'
import { VisibilityNote } from './visibility-note.tsx'

/** Title, visibility and filters of a report. */
export function ReportHeader({ name }: { name: ReportName }) {
  const words = useReportWords()
  const { filters } = reportOf(name)
  useTitle(words.names[name])
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-6">
      <h1 className="min-w-0 truncate text-lg font-semibold max-lg:sr-only">{words.names[name]}</h1>
      <ReportMenu name={name} />
      <VisibilityNote />
      <div className="report-controls flex min-w-0 flex-wrap items-center gap-2 sm:ml-auto">
        {filters.includes('source') && <SourceFilter />}
        {filters.includes('agent') && <AgentFilter hasUnassigned={name === 'lead-response-times'} />}
        {filters.includes('inbox') && <InboxFilter />}
        {filters.includes('pipeline') && <PipelineFilter needsOne={name === 'funnel'} />}
        <CompareToggle />
        <PeriodPicker name={name} />
        <SendButton name={name} />
      </div>
    </header>
  )
}

/** On small screens the title opens a menu of reports, as there is no room for the navigation. */
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

function CompareToggle() {
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
