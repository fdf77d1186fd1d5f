import { useState, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { backdropClass, viewportClass, windowClass } from './classes.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  wide?: boolean
  /** Closes only through its own buttons, because its content is not shown again. */
  firm?: boolean
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, wide, firm, children }: Props) {
  const { common } = useWords()
  // A field that takes the focus by itself has it before the dialog notes where it was.
  const [isOpen, setOpen] = useState(false)
  const [opener, setOpener] = useState<Element | null>(null)
  if (open !== isOpen) {
    setOpen(open)
    if (open) setOpener(document.activeElement)
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !firm && onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropClass} />
        <Base.Viewport className={viewportClass}>
          <Base.Popup
            finalFocus={() =>
              opener instanceof HTMLElement && opener !== document.body && opener.isConnected ? opener : true
            }
            className={cx(windowClass, wide ? 'sm:max-w-2xl' : 'sm:max-w-lg')}
          >
            <header className="px-5 pt-4 pr-14 pb-3">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description && <Base.Description className="mt-0.5 text-sm text-ink-2">{description}</Base.Description>}
            </header>
            {children}
            {/* Last in the DOM, so that opening focuses the content and not the close button. */}
            {!firm && (
              <Base.Close render={<IconButton label={common.close} className="absolute! top-3 right-3" />}>
                <X size={16} aria-hidden />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
