import { Asleep } from './asleep.tsx'
import type { PopoverProps } from './opened/popover.tsx'

/** A small window at what opened it, for more than a menu can hold. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props
  return (
    <Asleep {...{ trigger, open, onOpenChange }} told={{ 'aria-haspopup': 'dialog' }}>
      {(parts, state) => <parts.Popover {...props} {...state} />}
    </Asleep>
  )
}
