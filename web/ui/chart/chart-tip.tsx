import { cx } from '#web/ui/cx.ts'

export type TipLine = { key: 'now' | 'before'; name: string; text: string }

/** The tooltip of a data point, also announced during keyboard navigation. */
export const ChartTip = ({ isShown, lines }: { isShown: boolean; lines: readonly TipLine[] }) => (
  <div role="status" className={cx(isShown && lines.length > 0 && 'rounded-lg bg-raised px-3 py-2 shadow-raised')}>
    {isShown &&
      lines.map(({ key, name, text }) => (
        <div key={key} className="flex items-center gap-2 text-sm whitespace-nowrap">
          <span aria-hidden className={cx('w-3.5 border-t-2', strokes[key])} />
          <span className="text-ink-2">{name}</span>
          <span className="ml-auto pl-3 font-semibold text-ink tabular-nums">{text}</span>
        </div>
      ))}
  </div>
)

const strokes = { now: 'border-chart', before: 'border-dashed border-chart-before' }

export const axisText = { fill: 'var(--color-ink-3)', fontSize: 11 }
