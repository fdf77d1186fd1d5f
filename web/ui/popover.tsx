import type { ReactNode } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import { Asleep, type Trigger } from './asleep.tsx'
import { cx } from './cx.ts'
import { popupClass } from './menu.tsx'

type Props = {
  trigger: Trigger
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

/** A small window at what opened it, for more than a menu can hold. */
export function Popover({ trigger, label, open, onOpenChange, align = 'start', className, children }: Props) {
  return (
    <Asleep {...{ trigger, open, onOpenChange }} told={{ 'aria-haspopup': 'dialog' }}>
      {(state) => (
        <Base.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
          <Base.Trigger render={trigger} />
          <Base.Portal>
            <Base.Positioner align={align} sideOffset={6} className="z-40">
              <Base.Popup
                aria-label={label}
                className={cx(popupClass, 'max-w-[min(28rem,var(--available-width))]! p-3!', className)}
              >
                {children}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Asleep>
  )
}
