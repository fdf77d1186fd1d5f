import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { preference } from '#web/ui/preference.ts'

const panelState = preference('hilo.contact-panel', ['open', 'closed'] as const, () => 'open')

// The least width for the panel and a thread that is wider than any other column.
const ENOUGH_REM = 52

/** Whether the contact panel is open: beside the conversation or, where there is no room, over it. */
export function useContactPanel() {
  const main = useRef<HTMLDivElement>(null)
  const hasRoom = useHasRoom(main)
  const isBeside = panelState.use() === 'open'
  const [isOver, setOver] = useState(false)
  return {
    /** Ref of the element beside the panel. */
    main,
    isBeside: hasRoom && isBeside,
    isOver: !hasRoom && isOver,
    toggle: () => (hasRoom ? panelState.set(isBeside ? 'closed' : 'open') : setOver(!isOver)),
    close: () => setOver(false),
  }
}

// The last result is the best guess for the next conversation; measuring before the first render would delay it.
let lastHasRoom = typeof window !== 'undefined' && window.matchMedia('(min-width: 80rem)').matches

/** Measures the element itself, because the columns at its left can be hidden. */
function useHasRoom(main: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(lastHasRoom)
  useLayoutEffect(() => {
    const element = main.current?.parentElement
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      lastHasRoom = (entry?.contentRect.width ?? 0) >= ENOUGH_REM * rem
      setRoom(lastHasRoom)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [main])
  return hasRoom
}
