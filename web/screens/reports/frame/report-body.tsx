import { createContext, use, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { fetchFile, type Input } from '#web/app/api.ts'
import { describeError, language, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDayFormats } from '#web/screens/reports/day-formats.ts'
import { reportOf } from '#web/screens/reports/report-list.ts'
import { useReportDays, useReportFilters, useReportName } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Props = {
  report: { data: unknown; error: Error | null; isStale: boolean; retry: () => void }
  /** Input of the report, reused to export its tables. */
  input?: object
  children: ReactNode
}

const ReportInput = createContext<object | undefined>(undefined)

/** Content of a report. The panels keep their place while the figures load. */
export function ReportBody({ report, input, children }: Props) {
  const words = useReportWords()
  const name = useReportName()
  const isLoaded = report.data !== undefined
  return (
    <div className="report-body min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto max-w-6xl px-4 py-5 md:px-6">
        <PeriodLine />
        <p role="status" className="sr-only">
          {isLoaded && (report.isStale ? words.refreshing : words.ready(words.names[name]))}
        </p>
        {!isLoaded && report.error ? (
          <Failed error={report.error} onRetry={report.retry} />
        ) : (
          <ReportInput value={input}>
            <div
              aria-busy={!isLoaded || report.isStale}
              className={cx('grid gap-5 transition-opacity', report.isStale && 'opacity-50')}
            >
              {children}
            </div>
          </ReportInput>
        )}
      </div>
    </div>
  )
}

/** The reported days in the account's time zone, and those they are compared with. */
function PeriodLine() {
  const words = useReportWords()
  const name = useReportName()
  const { days, previous } = useReportDays()
  const format = useDayFormats()
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p className="text-base text-pretty text-ink-2">{words.hints[name]}</p>
      <p className="text-sm text-ink-3">
        <span className="font-medium text-ink-2">
          {days.from ? format.span(days.from, days.to) : words.until(format.span(days.to, days.to))}
        </span>
        {previous && <> · {words.comparedWith(format.span(previous.from, previous.to))}</>}
      </p>
    </div>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const words = useReportWords()
  const { common } = useWords()
  const { inbox, pipeline, agent, source } = useReportFilters()
  const change = useChangeFilters()
  const clear = () => change({ inbox: undefined, pipeline: undefined, agent: undefined, source: undefined })
  const actions = (
    <>
      <Button look="outline" onClick={onRetry}>
        {common.retry}
      </Button>
      {(inbox || pipeline || agent || source) && <Button onClick={clear}>{words.clear}</Button>}
    </>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={actions}>
      {describeError(error)}
    </EmptyState>
  )
}

/** Exports a table of the open report as CSV; undefined until it is loaded. */
export function useExport(table: string) {
  const words = useReportWords()
  const { id } = useAccount()
  const name = useReportName()
  const { days } = useReportDays()
  const input = use(ReportInput)
  const spoken = language.use()
  const { exports } = reportOf(name)
  const save = useMutation({
    mutationFn: () =>
      fetchFile(id, 'export_report', { ...input, report: exports, table, language: spoken } as Input<'export_report'>),
    onSuccess: (file) => {
      saveFile(file, `${[name, table.replaceAll('.', '-'), days.from, days.to].filter(Boolean).join('_')}.csv`)
      toast.good(words.exported)
    },
  })
  return input ? save : undefined
}
