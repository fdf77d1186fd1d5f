import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info } from './icons.ts'
import { cx } from './cx.ts'

type Props = { tone?: keyof typeof tones; children: ReactNode }

/** An inline message. Errors are announced at once. */
export function Notice({ tone = 'bad', children }: Props) {
  const { icon: Icon, className } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2 rounded-lg px-3 py-2 text-sm', className)}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  )
}

const tones = {
  bad: { icon: CircleAlert, className: 'bg-danger-soft text-danger-text' },
  warn: { icon: CircleAlert, className: 'bg-warn-soft text-warn-text' },
  good: { icon: CircleCheck, className: 'bg-good-soft text-good-text' },
  plain: { icon: Info, className: 'bg-sunken text-ink-2' },
}
