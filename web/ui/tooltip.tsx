import { cloneElement, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import type { HintProps } from '#web/ui/popup/hint.tsx'
import { usePopups } from '#web/ui/popup/load-popups.tsx'
import { Kbd } from './kbd.tsx'

type Props = { text: ReactNode; side?: 'top' | 'right' | 'bottom'; children: ReactElement<ComponentProps<'button'>> }

const RESTING_MILLISECONDS = 500
// Time for the pointer to reach the tooltip or the next trigger.
const LEAVING_MILLISECONDS = 120

// Only one tooltip shows at a time, so one timer is enough; moving on to the next trigger skips the delay.
let waiting: ReturnType<typeof setTimeout>
let hide: (() => void) | undefined
let hiddenAt = 0

function close() {
  clearTimeout(waiting)
  if (hide) hiddenAt = Date.now()
  hide?.()
  hide = undefined
}

function leave() {
  clearTimeout(waiting)
  waiting = setTimeout(close, LEAVING_MILLISECONDS)
}

/** A label shown on hover or keyboard focus. It mounts only then, because a screen has dozens. */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  const [anchor, show] = useState<Element>()
  const { onPointerEnter, onPointerLeave, onPointerDown, onFocus, onBlur } = children.props

  const open = (at: Element) => {
    if (anchor) return clearTimeout(waiting)
    close()
    const wait = Date.now() - hiddenAt < RESTING_MILLISECONDS ? 0 : RESTING_MILLISECONDS
    waiting = setTimeout(() => {
      // An open popup of the trigger covers the place of the tooltip.
      if (at.getAttribute('aria-expanded') === 'true') return
      hide = () => show(undefined)
      show(at)
    }, wait)
  }
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          onPointerEnter?.(event)
          if (event.pointerType !== 'touch') open(event.currentTarget)
        },
        onPointerLeave: (event) => {
          onPointerLeave?.(event)
          leave()
        },
        onPointerDown: (event) => {
          onPointerDown?.(event)
          close()
        },
        onFocus: (event) => {
          onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
        },
        onBlur: (event) => {
          onBlur?.(event)
          close()
        },
      })}
      {anchor && (
        <Hint anchor={anchor} side={side} onClose={close} onReach={() => clearTimeout(waiting)} onLeave={leave}>
          {text}
        </Hint>
      )}
    </>
  )
}

function Hint(props: HintProps) {
  const popups = usePopups(true)
  return popups && <popups.Hint {...props} />
}

/** A tooltip text with the keyboard shortcut of the same action. */
export const KeyHint = ({ text, hotkey }: { text: ReactNode; hotkey?: string | undefined }) => (
  <>
    {text}
    {hotkey && <Kbd>{hotkey}</Kbd>}
  </>
)
