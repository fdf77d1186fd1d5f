import { useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react'

export type Direction = 'left' | 'right'

type Swipe = { pointer: number; x: number; y: number; hasBegun: boolean }

type Options = {
  /** The element that follows the finger. */
  moved: RefObject<HTMLElement | null>
  ways: readonly Direction[]
  /** The distance after which a swipe counts. */
  enough: number
  /** Where a swipe may begin, counted from the left edge of the window. */
  within?: number
  onSwipe: (way: Direction) => void
}

// Smaller movements are taps.
const TAP_PIXELS = 10

/**
 * Swipes of one finger to the left or right. The element that gets these handlers needs `touch-pan-y`, or the browser
 * takes the gesture. A swipe is a shortcut: every screen that uses it offers the same action as a button.
 */
export function useSwipe({ moved, ways, enough, within = Infinity, onSwipe }: Options) {
  const swipe = useRef<Swipe>(undefined)
  const isClickBlocked = useRef(false)

  const end = () => {
    swipe.current = undefined
    const element = moved.current
    if (!element) return
    element.style.transition = 'translate 150ms'
    element.style.translate = ''
    element.removeAttribute('data-swipe')
    element.removeAttribute('data-far')
  }
  const onPointerDown = (event: PointerEvent) => {
    const { pointerType, isPrimary, pointerId, clientX, clientY } = event
    isClickBlocked.current = false
    if (pointerType !== 'touch' || !isPrimary || clientX > within) return
    // React also passes on the events of dialogs opened from here.
    if (!event.currentTarget.contains(event.target as Node)) return
    swipe.current = { pointer: pointerId, x: clientX, y: clientY, hasBegun: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = swipe.current
    if (!from || event.pointerId !== from.pointer) return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (!from.hasBegun) {
      if (Math.hypot(x, y) < TAP_PIXELS) return
      if (Math.abs(y) > Math.abs(x)) return void (swipe.current = undefined)
      from.hasBegun = true
      isClickBlocked.current = true
      event.currentTarget.setPointerCapture(from.pointer)
    }
    follow(moved.current, ways, x, enough)
  }
  const onPointerUp = (event: PointerEvent) => {
    const from = swipe.current
    if (!from || event.pointerId !== from.pointer) return
    end()
    const x = event.clientX - from.x
    const way = wayOf(x)
    if (from.hasBegun && Math.abs(x) >= enough && ways.includes(way)) onSwipe(way)
  }
  /** The end of a swipe is no click on the element under the finger. */
  const onClickCapture = (event: MouseEvent) => {
    if (!isClickBlocked.current) return
    isClickBlocked.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end, onClickCapture }
}

const wayOf = (x: number): Direction => (x < 0 ? 'left' : 'right')

function follow(element: HTMLElement | null, ways: readonly Direction[], x: number, enough: number) {
  if (!element) return
  const way = wayOf(x)
  const distance = ways.includes(way) ? x : 0
  element.style.transition = 'none'
  element.style.translate = `${distance}px 0`
  element.setAttribute('data-swipe', distance === 0 ? '' : way)
  element.toggleAttribute('data-far', Math.abs(distance) >= enough)
}
