import { useLayoutEffect, useRef, useState } from 'react'

const NEAR_PIXELS = 48

/**
 * The end of a thread, where it is read. The scroller grows from its end (`flex-col-reverse`), so what is added at the
 * beginning moves nothing, and whoever is at the end stays there. Whoever is not keeps their place too.
 */
export function useEnd(last: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const known = useRef<{ last: string | undefined; below: number }>(undefined)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const before = known.current
    if (before && before.last !== last && element.scrollTop < -NEAR_PIXELS) {
      element.scrollTop -= below(element, before.last) - before.below
    }
    known.current = { last, below: below(element, last) }
  }, [last])

  return {
    scroller,
    isAtEnd,
    onScroll: () => setAtEnd((scroller.current?.scrollTop ?? 0) > -NEAR_PIXELS),
    toEnd: () => scroller.current?.scrollTo({ top: 0 }),
  }
}

/** How much stands under a message. */
function below(scroller: HTMLElement, id: string | undefined): number {
  const message = id && scroller.querySelector(`[data-message="${CSS.escape(id)}"]`)
  const content = scroller.firstElementChild
  if (!message || !content) return 0
  return content.getBoundingClientRect().bottom - message.getBoundingClientRect().bottom
}
