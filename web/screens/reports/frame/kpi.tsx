import { Children, type ReactNode } from 'react'
import type { ReportList } from '#contract/report-lists.ts'
import { ArrowDown, ArrowUp, Minus } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'
import { InfoTooltip } from '#web/ui/info-tooltip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { percentChange, isImprovement, pointDifference } from '#web/screens/reports/change.ts'
import { useFormats, type Figure, type Format } from '#web/screens/reports/formats.ts'
import { useReportFilters } from '#web/screens/reports/use-report-input.ts'
import { useReportWords } from '#web/screens/reports/words.ts'
import { RecordsLink } from './record-links.tsx'

/** Figures side by side; the number of columns depends on their count so that no row has a gap. */
export const KpiGroup = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div role="group" aria-label={label} className="overflow-hidden rounded-xl bg-surface ring-1 ring-line">
    <div className={cx('grid grid-cols-2', grids[Children.count(Children.toArray(children))])}>{children}</div>
  </div>
)

const grids: Record<number, string> = {
  4: '@3xl:grid-cols-4',
  5: '@max-3xl:*:last:col-span-2 @3xl:grid-cols-5',
  6: '@2xl:grid-cols-3 @5xl:grid-cols-6',
}

type Props = {
  name: string
  help: string
  format: Format
  /** Undefined while loading, null without data. */
  value: Figure
  previous?: Figure
  /** The good direction, if there is one. */
  better?: 'higher' | 'lower'
  /** Rates change by percentage points, not by percent. */
  isRate?: boolean
  /** Extra line; an empty string reserves its space while loading. */
  note?: ReactNode
  /** Shows the figure in the chart below. */
  onSelect?: () => void
  isSelected?: boolean
  /** The records it counts. */
  list?: ReportList | undefined
  /** The figure describes the present, so there is no previous period to compare it with. */
  isLive?: boolean
}

/** One figure and its change since the previous period. */
export function Kpi({
  name,
  help,
  format,
  value,
  previous,
  better,
  isRate,
  note,
  onSelect,
  isSelected,
  isLive,
  list,
}: Props) {
  const words = useReportWords()
  const { compare } = useReportFilters()
  const text = format(value)
  return (
    <div
      className={cx(
        'relative row-span-3 -mr-px -mb-px grid min-w-0 grid-rows-subgrid border-r border-b border-line px-3 py-3 @2xl:px-4',
        onSelect && 'transition-colors hover:bg-hover',
        isSelected && 'bg-accent-soft! shadow-[inset_0_-2px_0_var(--color-accent)]',
      )}
    >
      <div className="flex items-start gap-1 text-sm text-ink-2 @2xl:gap-1.5">
        {onSelect ? (
          <button
            type="button"
            aria-pressed={isSelected}
            onClick={onSelect}
            className={cx(
              'min-w-0 rounded text-left hyphens-auto after:absolute after:inset-0',
              isSelected && 'font-medium text-accent-text',
            )}
          >
            {name}
          </button>
        ) : (
          <span className="min-w-0 hyphens-auto">{name}</span>
        )}
        <InfoTooltip label={words.explain(name)} text={help} />
      </div>
      <div className="@container/tile mt-1">
        <div className={cx('h-8 truncate font-semibold tracking-tight tabular-nums', sizeOf(text))}>
          {value === undefined ? (
            <Skeleton className="mt-1.5 h-5 w-20" />
          ) : (
            <RecordsLink list={list} count={value}>
              {text}
            </RecordsLink>
          )}
        </div>
      </div>
      {(compare !== 'off' || note !== undefined) && (
        <div className="mt-0.5 text-xs text-ink-3">
          {!isLive && compare !== 'off' && <Change {...{ value, previous, format, better, isRate }} />}
          {note !== undefined && <span className="block min-h-4 truncate">{note}</span>}
        </div>
      )}
    </div>
  )
}

/** Long figures use a smaller size so that they fit. */
function sizeOf(text: string) {
  if (text.length <= 11) return 'text-2xl/8'
  if (text.length <= 15) return 'text-base/8 @min-[10.5rem]/tile:text-lg/8 @min-[13rem]/tile:text-xl/8'
  return 'text-sm/8 @min-[10.5rem]/tile:text-base/8 @min-[13rem]/tile:text-lg/8'
}

type ChangeProps = Pick<Props, 'value' | 'previous' | 'format' | 'better' | 'isRate'>

/** Direction, size and quality of a change, in an arrow and a word as well as in colour. */
function Change({ value, previous, format, better, isRate = false }: ChangeProps) {
  const words = useReportWords()
  const { change: sizeOfChange, points } = useFormats()
  if (previous === undefined) return <span className="block h-4" />
  const change = isRate ? pointDifference(value, previous) : percentChange(value, previous)
  const isGood = isImprovement(change, better)
  const Icon = change === null || change === 0 ? Minus : change > 0 ? ArrowUp : ArrowDown
  const tone = isGood === undefined ? 'text-ink-2' : isGood ? 'text-good-text' : 'text-danger-text'
  return (
    <span className="flex min-h-4 min-w-0 flex-wrap items-center gap-x-1 whitespace-nowrap">
      {change !== null && (
        <span className={cx('inline-flex items-center gap-1 font-medium', tone)}>
          <Icon size={13} aria-hidden />
          {change === 0 ? words.same : isRate ? points(change) : sizeOfChange(change)}
          {isGood !== undefined && <span>{isGood ? words.better : words.worse}</span>}
        </span>
      )}
      <span className="min-w-0 truncate">{previous === null ? words.noPrevious : words.before(format(previous))}</span>
    </span>
  )
}
