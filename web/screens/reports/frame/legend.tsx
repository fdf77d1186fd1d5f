import { useReportWords } from '#web/screens/reports/words.ts'

/** Explains the solid and the dashed line. */
export function Legend() {
  const words = useReportWords()
  return (
    <p className="mr-2 flex items-center gap-4 text-xs text-ink-3 max-sm:hidden">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-chart" />
        {words.current}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-dashed border-chart-before" />
        {words.previous}
      </span>
    </p>
  )
}
