import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { opening } from './parts.tsx'

/** A window over the page; on a phone it rises from below. */
export const Dialog = opening(({ Dialog }) => Dialog)

export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
)

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <footer
    className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-3
      pb-[max(0.75rem,env(safe-area-inset-bottom))]"
  >
    {children}
  </footer>
)

export const backdropClass = cx(
  'fixed inset-0 z-30 bg-scrim transition-opacity duration-150',
  'data-ending-style:opacity-0 data-starting-style:opacity-0',
)

export const viewportClass = cx(
  'fixed inset-0 z-30 flex items-end justify-center overflow-hidden pt-10 sm:items-start sm:px-6 sm:pt-[10dvh] sm:pb-6',
)

export const windowClass = cx(
  'relative flex max-h-full w-full flex-col overflow-hidden rounded-t-2xl bg-raised shadow-raised',
  'outline-none sm:rounded-2xl',
  'transition-[opacity,translate,scale] duration-200 ease-out data-ending-style:opacity-0',
  'data-starting-style:translate-y-6 data-starting-style:opacity-0',
  'sm:data-starting-style:translate-y-0 sm:data-starting-style:scale-98',
)
