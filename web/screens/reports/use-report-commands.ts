import { Calendar, ChevronLeft, ChevronRight, Diff, Printer } from '#web/ui/icons.ts'
import { useCommands } from '#web/commands/commands.ts'
import type { Period } from './report-filters.ts'
import { reportNames, reportOf, type ReportName } from './report-list.ts'
import { useReportFilters } from './use-report-input.ts'
import { useChangeFilters, useOpenReport } from './use-change-filters.ts'
import { useReportWords } from './words.ts'

/** Commands and shortcuts of the open report. */
export function useReportCommands(open: ReportName) {
  const words = useReportWords()
  const change = useChangeFilters()
  const go = useOpenReport()
  const { compare } = useReportFilters()
  const setPeriod = (period: Period) => () => change({ period, from: undefined, to: undefined })
  const openNext = (step: number) => () => go(reportNames.at((reportNames.indexOf(open) + step) % reportNames.length)!)
  useCommands([
    { name: words.today, key: 'd', icon: Calendar, run: setPeriod('today') },
    { name: words.week, key: 'w', icon: Calendar, run: setPeriod('last_7_days') },
    { name: words.month, key: 'm', icon: Calendar, run: setPeriod('this_month') },
    { name: words.year, key: 'y', icon: Calendar, run: setPeriod('this_year') },
    { name: words.compareHint, key: 'x', icon: Diff, run: () => change({ compare: compare ? undefined : 'off' }) },
    { name: words.previousReport, key: '[', icon: ChevronLeft, run: openNext(-1) },
    { name: words.nextReport, key: ']', icon: ChevronRight, run: openNext(1) },
    { name: words.print, icon: Printer, run: () => window.print() },
    ...reportNames.map((name) => ({
      name: words.names[name],
      group: words.title,
      icon: reportOf(name).icon,
      run: () => go(name),
    })),
  ])
}
