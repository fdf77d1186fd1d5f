import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A keyboard key; hidden on touch devices. */
export const Kbd = ({ children, onAccent }: { children: ReactNode; onAccent?: boolean }) => (
  <kbd
    aria-hidden
    className={cx(
      'hidden h-4.5 min-w-4.5 items-center justify-center rounded px-1 font-sans text-2xs font-medium',
      'pointer-fine:inline-flex',
      onAccent ? 'bg-on-accent/20 text-on-accent' : 'bg-sunken text-ink-3 ring-1 ring-line ring-inset',
    )}
  >
    {children}
  </kbd>
)
