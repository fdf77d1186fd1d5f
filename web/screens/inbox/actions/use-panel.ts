import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { preference } from '#web/ui/preference.ts'

const beside = preference('hilo.contact-panel', ['open', 'closed'] as const, () => 'open')

// A readable thread, and the panel.
const ENOUGH_REM = 45

/** Whether the contact stands beside the conversation; where there is no room, it is laid over it when asked for. */
export function usePanel() {
  const main = useRef<HTMLDivElement>(null)
  const hasRoom = useRoom(main)
  const isBeside = beside.use() === 'open'
  const [isOver, layOver] = useState(false)
  return {
    /** For what the panel stands beside. */
    main,
    isBeside: hasRoom && isBeside,
    isOver: !hasRoom && isOver,
    toggle: () => (hasRoom ? beside.set(isBeside ? 'closed' : 'open') : layOver(!isOver)),
    close: () => layOver(false),
  }
}

// What was found last is the best guess for the next conversation, and measuring before it is drawn would hold it up.
let found = typeof window !== 'undefined' && window.matchMedia('(min-width: 90rem)').matches

/** What stands at the left may be shown or not, so the window alone does not say how much room there is. */
function useRoom(main: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(found)
  useLayoutEffect(() => {
    const element = main.current?.parentElement
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      found = (entry?.contentRect.width ?? 0) >= ENOUGH_REM * rem
      setRoom(found)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [main])
  return hasRoom
}
