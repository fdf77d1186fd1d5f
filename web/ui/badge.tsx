import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export const Badge = ({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) => (
  <span
    className={cx(
      'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
      tones[tone],
    )}
  >
    {children}
  </span>
)

const tones = {
  plain: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
  good: 'bg-good-soft text-good-text',
  warn: 'bg-warn-soft text-warn-text',
  bad: 'bg-danger-soft text-danger-text',
}
