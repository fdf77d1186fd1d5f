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

/** What stands at the left may be shown or not, so the window alone does not say how much room there is. */
function useRoom(main: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(false)
  useLayoutEffect(() => {
    const element = main.current?.parentElement
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setRoom(element.clientWidth >= ENOUGH_REM * rem)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [main])
  return hasRoom
}
