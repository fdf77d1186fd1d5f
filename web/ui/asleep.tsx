import {
  cloneElement,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react'
import { renewPage, useParts, type Parts } from './parts.tsx'

export type Trigger = ReactElement<ComponentProps<'button'>>

/** Whether it is open; left out where it opens and closes by itself: it is open from its first moment. */
export type Opened = { open?: boolean; defaultOpen?: true }

type Props = {
  /** What opens it, and how that is told to who cannot see it. */
  trigger: Trigger
  told: Pick<ComponentProps<'button'>, 'role' | 'aria-haspopup'>
  /** Left out where it opens and closes by itself. */
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
  /** What is opened. */
  children: (parts: Parts, state: Opened) => ReactElement
}

/**
 * Menus, pickers and small windows are made when they are first opened. Until then there is only what opens them: a
 * screen has dozens of them, and few are ever used.
 */
export function Asleep({ trigger, told, open, onOpenChange, children }: Props) {
  const [isAwake, wake] = useState(false)
  if (open && !isAwake) wake(true)
  const parts = useParts(isAwake)
  if (parts) return children(parts, open === undefined ? { defaultOpen: true } : { open })

  const { onClick, onKeyDown } = trigger.props
  const rouse = () => {
    renewPage()
    if (open === undefined) wake(true)
    onOpenChange?.(true)
  }
  return cloneElement(trigger, {
    ...told,
    'aria-expanded': false,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      onClick?.(event)
      rouse()
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      onKeyDown?.(event)
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      rouse()
    },
  })
}
