import { cloneElement, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import type { HintProps } from './opened/hint.tsx'
import { useParts } from './parts.tsx'

type Props = { text: ReactNode; side?: 'top' | 'right' | 'bottom'; children: ReactElement<ComponentProps<'button'>> }

const RESTING_MILLISECONDS = 500
// Time to reach what is shown, or the next thing that has something to show.
const LEAVING_MILLISECONDS = 120

// Only one thing is pointed at, so there is one wait and one word; who goes on to the next thing does not wait again.
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

/** A word about something, beside it while it is pointed at or focused by key. It is made only then: there are many. */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  const [anchor, show] = useState<Element>()
  const { onPointerEnter, onPointerLeave, onPointerDown, onFocus, onBlur } = children.props

  const open = (at: Element) => {
    if (anchor) return clearTimeout(waiting)
    close()
    const wait = Date.now() - hiddenAt < RESTING_MILLISECONDS ? 0 : RESTING_MILLISECONDS
    waiting = setTimeout(() => {
      // What it has opened stands where the word would.
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
  const parts = useParts(true)
  return parts && <parts.Hint {...props} />
}

/** What something does, and the key that does it too. */
export const KeyHint = ({ text, hotkey }: { text: ReactNode; hotkey?: string | undefined }) => (
  <>
    {text}
    {hotkey && <Kbd>{hotkey}</Kbd>}
  </>
)
