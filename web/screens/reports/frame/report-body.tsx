import { createContext, use, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { fetchFile, type Input } from '#web/api.ts'
import { explain, useWords } from '#web/i18n.ts'
import { useAccount } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDays } from '#web/screens/reports/days.ts'
import { reportOf } from '#web/screens/reports/report-list.ts'
import { useAskedDays, useReportFilters, useReportName } from '#web/screens/reports/use-asked.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

type Props = {
  read: { data: unknown; error: Error | null; isOld: boolean; retry: () => void }
  /** What the report was asked; its tables are exported by the same. */
  input?: object
  children: ReactNode
}

const Asked = createContext<object | undefined>(undefined)

/** What a report says, below what it is about. The same parts stand there before and after their figures come. */
export function ReportBody({ read, input, children }: Props) {
  const words = useReportWords()
  const name = useReportName()
  const isThere = read.data !== undefined
  return (
    <div className="report-body min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto max-w-6xl px-4 py-5 md:px-6">
        <About />
        <p role="status" className="sr-only">
          {isThere && (read.isOld ? words.refreshing : words.ready(words.names[name]))}
        </p>
        {!isThere && read.error ? (
          <Failed error={read.error} onRetry={read.retry} />
        ) : (
          <Asked value={input}>
            <div
              aria-busy={!isThere || read.isOld}
              className={cx('grid gap-5 transition-opacity', read.isOld && 'opacity-50')}
            >
              {children}
            </div>
          </Asked>
        )}
      </div>
    </div>
  )
}

/** The days in the account's zone, and what they are compared with. */
function About() {
  const words = useReportWords()
  const name = useReportName()
  const { days, before } = useAskedDays()
  const write = useDays()
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p className="text-base text-pretty text-ink-2">{words.hints[name]}</p>
      <p className="text-sm text-ink-3">
        <span className="font-medium text-ink-2">
          {days.from ? write.span(days.from, days.to) : words.until(write.span(days.to, days.to))}
        </span>
        {before && <> · {words.comparedWith(write.span(before.from, before.to))}</>}
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
  const ways = (
    <>
      <Button look="outline" onClick={onRetry}>
        {common.retry}
      </Button>
      {(inbox || pipeline || agent || source) && <Button onClick={clear}>{words.clear}</Button>}
    </>
  )
  return (
    <EmptyState art={<BrokenThread />} title={words.failed} actions={ways}>
      {explain(error)}
    </EmptyState>
  )
}

/** Saves a table of the open report as a file; undefined where it is not exported. */
export function useExport(table: string) {
  const words = useReportWords()
  const { id } = useAccount()
  const name = useReportName()
  const { days } = useAskedDays()
  const input = use(Asked)
  const { exports } = reportOf(name)
  const save = useMutation({
    mutationFn: () => fetchFile(id, 'export_report', { ...input, report: exports, table } as Input<'export_report'>),
    onSuccess: (file) => {
      saveFile(file, `${[name, table.replaceAll('.', '-'), days.from, days.to].filter(Boolean).join('_')}.csv`)
      toast.good(words.exported)
    },
  })
  return exports && input ? save : undefined
}
