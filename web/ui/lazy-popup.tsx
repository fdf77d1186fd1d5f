import {
  cloneElement,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react'
import { useHeldKeys } from '#web/ui/held-keys.ts'
import { reloadIfFailed, usePopups, type Popups } from '#web/ui/popup/load-popups.tsx'
import type { OpenState, Trigger } from '#web/ui/popup/trigger.ts'

type Props = {
  trigger: Trigger
  /** Describes the closed popup to assistive technology. */
  triggerProps: Pick<ComponentProps<'button'>, 'role' | 'aria-haspopup'>
  /** Left out where the popup opens and closes by itself. */
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /** Renders the popup, trigger included. */
  children: (popups: Popups, state: OpenState) => ReactElement
}

/**
 * Mounts a menu, picker or popover when it is first opened. Until then only its trigger exists: a screen has dozens of
 * popups, and few are ever used.
 */
export function LazyPopup({ trigger, triggerProps, open, onOpenChange, children }: Props) {
  const [isMounted, setMounted] = useState(false)
  if (open && !isMounted) setMounted(true)
  const popups = usePopups(isMounted)
  useHeldKeys(open ?? false)
  if (popups) return children(popups, open === undefined ? { defaultOpen: true } : { open })

  const { onClick, onKeyDown } = trigger.props
  const openPopup = () => {
    reloadIfFailed()
    if (open === undefined) setMounted(true)
    onOpenChange?.(true)
  }
  return cloneElement(trigger, {
    ...triggerProps,
    'aria-expanded': false,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      onClick?.(event)
      openPopup()
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      onKeyDown?.(event)
      // With Shift, arrow keys move the record.
      if (event.shiftKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      openPopup()
    },
  })
}
