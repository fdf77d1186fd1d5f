import type { PopoverProps } from '#web/ui/popup/popover.tsx'
import { LazyPopup } from './lazy-popup.tsx'

/** A small window beside its trigger, for more than a menu can hold. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <LazyPopup {...{ trigger, open, onOpenChange }} triggerProps={{ 'aria-haspopup': 'dialog' }}>
      {(popups, state) => <popups.Popover {...props} {...state} />}
    </LazyPopup>
  )
}
