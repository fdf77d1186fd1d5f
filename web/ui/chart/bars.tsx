import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import './chart.css'

export type BarItem = {
  key: string
  name: ReactNode
  value: number
  /** A highlighted part of the bar, such as resolved of assigned. */
  filled?: number
  /** The text at the end of the bar: value and share. */
  text: ReactNode
  aside?: ReactNode
}

/** A bar chart whose values are also text. */
export function Bars({ items, label, thick = false }: { items: readonly BarItem[]; label: string; thick?: boolean }) {
  const most = Math.max(...items.map(({ value }) => value), 0)
  return (
    <ul aria-label={label} className={cx('grid grid-cols-1', thick ? 'gap-3.5' : 'gap-2.5')}>
      {items.map(({ key, name, value, filled, text, aside }) => (
        <li key={key} className="relative">
          <div className="flex items-baseline gap-3 text-sm">
            <span className="min-w-0 flex-1 truncate text-ink">{name}</span>
            {aside && <span className="shrink-0 text-xs text-ink-3 tabular-nums">{aside}</span>}
            <span className="shrink-0 font-medium text-ink tabular-nums">{text}</span>
          </div>
          <div aria-hidden className={cx('mt-1 overflow-hidden rounded-full bg-hover', thick ? 'h-2' : 'h-1.5')}>
            <div
              className={cx(
                'flex h-full overflow-hidden rounded-full',
                filled === undefined ? 'bg-chart' : 'chart-rest',
              )}
              style={{ width: portion(value, most) }}
            >
              {filled !== undefined && <div className="h-full bg-chart" style={{ width: portion(filled, value) }} />}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Small values stay visible. */
const portion = (value: number, most: number) => (most > 0 && value > 0 ? `max(3px, ${(value / most) * 100}%)` : '0')
