import { Link } from '@tanstack/react-router'
import type { RecordKind } from '#contract/report-records.ts'
import { describeError, useWords } from '#web/app/i18n.ts'
import { useAccount } from '#web/app/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { DataTable, type TableColumn } from '#web/ui/chart/data-table.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArrowLeft } from '#web/ui/icons.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BrokenThread } from '#web/ui/thread-art.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { useFormats } from '#web/screens/reports/formats.ts'
import { VisibilityNote } from '#web/screens/reports/frame/visibility-note.tsx'
import type { ReportName } from '#web/screens/reports/report-list.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { FilterBadges } from './filter-badges.tsx'
import { useRecordSearch } from './use-record-input.ts'

/** The report whose figures a list is about. */
const reports_of: Record<RecordKind, ReportName> = {
  messages: 'overview',
  assignments: 'agents',
  sla_breaches: 'sla-breaches',
  csat_responses: 'satisfaction',
}

type Props<Row> = {
  kind: RecordKind
  list: {
    items: Row[] | undefined
    total: number | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  } & Parameters<typeof LoadMore>[0]['list']
  columns: readonly TableColumn<Row>[]
}

/** The records behind a figure: their number, the filters and a table. */
export function RecordTable<Row extends { id: string }>({ kind, list, columns }: Props<Row>) {
  const { records: words, explain } = useReportWords()
  const { common } = useWords()
  const { count } = useFormats()
  const { items, total, error, isPlaceholderData, refetch } = list
  const title = words.titles[kind]
  useTitle(title)
  return (
    <>
      <PageHeader title={title} back={<BackLink kind={kind} />} aside={<VisibilityNote />}>
        <p role="status" className="text-sm font-medium text-ink-2 tabular-nums">
          {total !== undefined && words.totals[kind](count(total), total === 1)}
        </p>
      </PageHeader>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 md:px-6">
        <FilterBadges kind={kind} />
        {!items && error ? (
          <EmptyState
            art={<BrokenThread />}
            title={words.failed}
            actions={
              <Button look="outline" onClick={() => void refetch()}>
                {common.retry}
              </Button>
            }
          >
            {describeError(error)}
          </EmptyState>
        ) : !items ? (
          <Skeleton className="h-80 w-full rounded-lg!" />
        ) : items.length === 0 ? (
          <EmptyState title={words.none}>{words.noneHint}</EmptyState>
        ) : (
          <div
            aria-busy={isPlaceholderData}
            className="transition-opacity aria-busy:opacity-50 [&_.data-table]:max-h-none!"
          >
            <DataTable label={title} rows={items} columns={columns} keyOf={({ id }) => id} explain={explain} />
            <LoadMore list={list} />
          </div>
        )}
      </div>
    </>
  )
}

/** Leads to the report of the same days and channel. */
function BackLink({ kind }: { kind: RecordKind }) {
  const words = useReportWords()
  const { id: account_id } = useAccount()
  const { from, to, inbox_id } = useRecordSearch()
  const report = reports_of[kind]
  return (
    <Link
      to="/app/$account_id/reports/$report"
      params={{ account_id, report }}
      search={{ ...(from && to && { period: 'custom', from, to }), ...(inbox_id && { inbox: inbox_id }) }}
      aria-label={words.records.back(words.names[report])}
      className={cx(buttonClass(), 'px-2!')}
    >
      <ArrowLeft size={16} aria-hidden />
    </Link>
  )
}
