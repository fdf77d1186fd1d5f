import { Children, type ReactNode } from 'react'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { Explain } from '#web/ui/explain.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { changeOf, isBetter, pointsOf } from '#web/screens/reports/change.ts'
import { useFigures, type Figure, type Write } from '#web/screens/reports/figures.ts'
import { useReportFilters } from '#web/screens/reports/use-asked.ts'
import { useReportWords } from '#web/screens/reports/words.ts'

/** The main figures of a report, side by side; how many stand beside each other is such that no row has a hole. */
export const Kpis = ({ label, children }: { label?: string; children: ReactNode }) => (
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
  write: Write
  /** Undefined while it is on its way, null where there is none. */
  value: Figure
  was?: Figure
  /** Which way is good; where neither is, it is left out. */
  wanted?: 'more' | 'less'
  /** A rate changes by points, not by percent. */
  isRate?: boolean
  /** A word more; its line is kept free where it is on its way. */
  note?: ReactNode
  /** Chooses it for the chart below. */
  onChoose?: () => void
  isChosen?: boolean
  /** There is nothing before to compare it with, whatever is asked. */
  isNow?: boolean
}

/** One figure: what it is, how much, and how that differs from before. */
export function Kpi({ name, help, write, value, was, wanted, isRate, note, onChoose, isChosen, isNow }: Props) {
  const words = useReportWords()
  const { compare } = useReportFilters()
  const text = write(value)
  return (
    <div
      className={cx(
        '@container/tile relative -mr-px -mb-px min-w-0 border-r border-b border-line px-3 py-3 @2xl:px-4',
        onChoose && 'transition-colors hover:bg-hover',
        isChosen && 'bg-accent-soft! shadow-[inset_0_-2px_0_var(--color-accent)]',
      )}
    >
      <div className="flex items-center gap-1 text-sm text-ink-2 @2xl:gap-1.5">
        {onChoose ? (
          <button
            type="button"
            aria-pressed={isChosen}
            onClick={onChoose}
            className={cx(
              'min-w-0 truncate rounded text-left after:absolute after:inset-0',
              isChosen && 'font-medium text-accent-text',
            )}
          >
            {name}
          </button>
        ) : (
          <span className="min-w-0 truncate">{name}</span>
        )}
        <Explain label={words.explain(name)} text={help} />
      </div>
      <div className={cx('mt-1 h-8 truncate font-semibold tracking-tight tabular-nums', sizeOf(text))}>
        {value === undefined ? <Skeleton className="mt-1.5 h-5 w-20" /> : text}
      </div>
      {(compare !== 'off' || note !== undefined) && (
        <div className="mt-0.5 text-xs text-ink-3">
          {!isNow && compare !== 'off' && <Change {...{ value, was, write, wanted, isRate }} />}
          {note !== undefined && <span className="block min-h-4 truncate">{note}</span>}
        </div>
      )}
    </div>
  )
}

/** What is long stands smaller, so that all of it can be read. */
function sizeOf(text: string) {
  if (text.length <= 11) return 'text-2xl/8'
  if (text.length <= 15) return 'text-base/8 @min-[10.5rem]/tile:text-lg/8 @min-[13rem]/tile:text-xl/8'
  return 'text-sm/8 @min-[10.5rem]/tile:text-base/8 @min-[13rem]/tile:text-lg/8'
}

type ChangeProps = Pick<Props, 'value' | 'was' | 'write' | 'wanted' | 'isRate'>

/** The way it went, how far, and whether that is good: by an arrow and a word, and only then by colour. */
function Change({ value, was, write, wanted, isRate = false }: ChangeProps) {
  const words = useReportWords()
  const { percent, points } = useFigures()
  if (was === undefined) return <span className="block h-4" />
  const change = isRate ? pointsOf(value, was) : changeOf(value, was)
  const better = isBetter(change, wanted)
  const Icon = change === null || change === 0 ? Minus : change > 0 ? ArrowUp : ArrowDown
  const tone = better === undefined ? 'text-ink-2' : better ? 'text-good-text' : 'text-danger-text'
  return (
    <span className="flex min-h-4 min-w-0 flex-wrap items-center gap-x-1 whitespace-nowrap">
      {change !== null && (
        <span className={cx('inline-flex items-center gap-1 font-medium', tone)}>
          <Icon size={13} aria-hidden />
          {change === 0 ? words.same : isRate ? points(change) : percent(Math.abs(change))}
          {better !== undefined && <span>{better ? words.better : words.worse}</span>}
        </span>
      )}
      <span className="min-w-0 truncate">{was === null ? words.noBefore : words.before(write(was))}</span>
    </span>
  )
}
