import type { ReactNode } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import type { Opened, Trigger } from '#web/ui/asleep.tsx'
import { cx } from '#web/ui/cx.ts'
import { popupClass } from '#web/ui/menu.tsx'

export type PopoverProps = {
  trigger: Trigger
  label: string
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

export function Popover(props: PopoverProps & Opened) {
  const { trigger, label, onOpenChange, align = 'start', className, children, ...state } = props
  return (
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
  )
}
