import type { ReactNode } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import { cx } from '#web/ui/cx.ts'
import { popupClass } from './classes.ts'
import type { OpenState, Trigger } from './trigger.ts'

export type PopoverProps = {
  trigger: Trigger
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: 'top' | 'right' | 'bottom'
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

export function Popover(props: PopoverProps & OpenState) {
  const { trigger, label, onOpenChange, side = 'bottom', align = 'start', className, children, ...state } = props
  return (
    <Base.Root {...state} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} className="z-40">
          <Base.Popup
            aria-label={label}
            className={cx(popupClass, 'max-w-[min(28rem,var(--available-width))]! p-3!', className)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
