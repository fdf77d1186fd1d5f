import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type FunnelStep = {
  key: string
  name: string
  value: number
  text: ReactNode
  aside?: ReactNode
  /** The conversion to the next step. */
  next?: string | undefined
}

/** A funnel chart whose values are also text. */
export function Funnel({ label, steps }: { label: string; steps: readonly FunnelStep[] }) {
  const most = Math.max(...steps.map(({ value }) => value), 0)
  return (
    <ol aria-label={label}>
      {steps.map(({ key, name, value, text, aside, next }, index) => (
        <li key={key}>
          <div className="relative grid items-center gap-x-4 gap-y-1 @xl:grid-cols-[9rem_1fr_auto]">
            <span className="min-w-0 truncate text-sm font-medium">{name}</span>
            <div className="order-last h-8 @xl:order-none">
              <div
                aria-hidden
                className={cx('mx-auto h-full rounded-md', value > 0 ? 'bg-chart' : 'bg-line')}
                style={{ width: portion(value, most), opacity: Math.max(0.7, 1 - index * 0.06) }}
              />
            </div>
            <span className="flex items-baseline gap-2 text-sm tabular-nums @xl:w-44 @xl:justify-end">
              <span className="font-semibold">{text}</span>
              {aside && <span className="min-w-0 truncate text-xs text-ink-3">{aside}</span>}
            </span>
          </div>
          {index < steps.length - 1 && (
            <p className="flex h-7 items-center justify-center text-xs text-ink-3 @xl:mr-48 @xl:ml-40">
              {next && `↓ ${next}`}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

const portion = (value: number, most: number) => (value > 0 ? `max(6px, ${(value / most) * 100}%)` : '2px')
