import { Button } from '#web/ui/button.tsx'
import { useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Empty state of a panel; offers a longer period where that may help. */
export function EmptyPanel({ title, hint }: { title?: string; hint?: string }) {
  const words = useReportWords()
  const { period } = useReportFilters()
  const change = useChangeFilters()
  const isWide = period === 'last_365_days' || period === 'all'
  return (
    <div className="flex min-h-24 flex-col items-center justify-center gap-1 rounded-lg bg-sunken px-4 py-5 text-center">
      <p className="text-sm font-medium">{title ?? words.noData}</p>
      <p className="max-w-sm text-sm text-pretty text-ink-3">{hint ?? (title ? '' : words.noDataHint)}</p>
      {!title && !isWide && (
        <Button size="sm" onClick={() => change({ period: 'last_365_days', from: undefined, to: undefined })}>
          {words.widen}
        </Button>
      )}
    </div>
  )
}
