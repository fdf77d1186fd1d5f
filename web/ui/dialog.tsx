import type { ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import { cx } from './cx.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  wide?: boolean
  /** Can only be left by what stands in it, because what it shows is not shown again. */
  firm?: boolean
  children: ReactNode
}

/** A window over the page; on a phone it rises from below. */
export function Dialog({ open, onClose, title, description, closeLabel, wide, firm, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !firm && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropClass} />
        <Base.Viewport className={viewportClass}>
          <Base.Popup className={cx(windowClass, wide ? 'sm:max-w-2xl' : 'sm:max-w-lg')}>
            <header className="px-5 pt-4 pr-14 pb-3">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-sm text-ink-2">{description}</Base.Description>}
            </header>
            {children}
            {/* Last, so that opening moves the focus to the content and not to the way out. */}
            {!firm && (
              <Base.Close render={<IconButton label={closeLabel} className="absolute! top-3 right-3" />}>
                <X size={16} aria-hidden />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

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
