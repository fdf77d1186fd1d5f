import type { ReactNode } from 'react'
import { lazyDialog } from '#web/ui/popup/load-popups.tsx'

/** A modal window; on a phone it rises from the bottom. */
export const Dialog = lazyDialog(({ Dialog }) => Dialog)

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
