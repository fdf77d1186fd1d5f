import { CalendarDays } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input-class.ts'
import { Select } from '#web/ui/select.tsx'
import type { Period } from '#web/screens/reports/report-filters.ts'
import { reportOf, type ReportName } from '#web/screens/reports/report-list.ts'
import { useReportDays, useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useChangeFilters } from '#web/screens/reports/use-change-filters.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** Chooses a named period or custom dates. */
export function PeriodPicker({ name }: { name: ReportName }) {
  const words = useReportWords()
  const change = useChangeFilters()
  const { from, to } = useReportFilters()
  const { period, days } = useReportDays()
  const { all, ...windows } = words.periods
  const choices = reportOf(name).days === 'window' ? windows : { ...windows, all, custom: windows.custom }
  const choose = (next: Period) =>
    change(
      next === 'custom'
        ? { period: next, from: days.from ?? undefined, to: days.to }
        : { period: next, from: undefined, to: undefined },
    )
  return (
    <>
      {period === 'custom' && (
        <span className="flex min-w-0 items-center gap-1.5 text-sm text-ink-3 max-sm:w-full">
          <Day label={words.from} value={from} onChange={(day) => change({ from: day })} />
          –
          <Day label={words.to} value={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
      <Select<Period>
        label={words.period}
        value={period}
        choices={customLast(choices)}
        onChange={choose}
        icon={<CalendarDays size={14} aria-hidden />}
      />
    </>
  )
}

/** Moves the custom period to the end of the list. */
const customLast = ({ custom, ...named }: Partial<Record<Period, string>>) =>
  ({ ...named, custom }) as Record<Period, string>

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

const Day = ({ label, value = '', onChange }: DayProps) => (
  <input
    type="date"
    aria-label={label}
    value={value}
    min="1990-01-01"
    max="2199-12-31"
    onChange={({ target }) => onChange(target.value || undefined)}
    className={cx(inputClass, 'h-8 text-sm sm:w-36 pointer-coarse:h-10')}
  />
)
