import type { ReactNode } from 'react'
import { Tooltip as Base } from '@base-ui/react/tooltip'

export type HintProps = {
  anchor: Element
  side: 'top' | 'right' | 'bottom'
  onClose: () => void
  onReach: () => void
  onLeave: () => void
  children: ReactNode
}

export const Hint = ({ anchor, side, onClose, onReach, onLeave, children }: HintProps) => (
  <Base.Root open onOpenChange={onClose}>
    <Base.Portal>
      <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-50">
        <Base.Popup
          onPointerEnter={onReach}
          onPointerLeave={onLeave}
          className="flex items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs font-medium text-surface
            transition-opacity duration-100 data-starting-style:opacity-0"
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
