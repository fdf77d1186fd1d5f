import { useRef, type ReactNode } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from '#web/ui/icons.ts'
import { useWords } from '#web/app/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSwipeBack } from '#web/ui/use-swipe-back.ts'
import { backdropClass } from './classes.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Announced when it opens; `header` may show it visually. */
  title: string
  header: ReactNode
  /** The width of a side panel on larger screens. */
  narrow?: boolean
  children: ReactNode
}

export function Drawer({ open, onClose, title, header, narrow, children }: Props) {
  const { common } = useWords()
  const sheet = useRef<HTMLDivElement>(null)
  const swipe = useSwipeBack(sheet, onClose)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={sheet}
          // The sheet takes the focus, so that no control in it is activated by accident.
          initialFocus={sheet}
          data-sheet
          {...swipe}
          aria-label={title}
          className={cx(sheetClass, narrow ? 'sm:w-96' : 'sm:w-[min(46rem,92vw)]')}
        >
          <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4 md:pl-5">
            <div className="min-w-0 flex-1">{header}</div>
            <Base.Close render={<IconButton label={common.close} />}>
              <X size={17} aria-hidden />
            </Base.Close>
          </header>
          <div className="@container min-h-0 flex-1 touch-pan-y touch-pinch-zoom overflow-y-auto overscroll-contain">
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const sheetClass = cx(
  'fixed inset-y-0 right-0 z-30 flex w-full touch-pan-y touch-pinch-zoom flex-col bg-surface shadow-raised outline-none max-xl:pb-(--window-end)',
  'transition-[translate,opacity] duration-200 ease-out data-ending-style:translate-x-8 data-ending-style:opacity-0',
  'data-starting-style:translate-x-8 data-starting-style:opacity-0',
)
