import { useLayoutEffect, useRef, useState } from 'react'

const NEAR_PIXELS = 48

/**
 * Keeps the scroll position of a thread. The scroller grows from its end (`flex-col-reverse`), so older messages added at
 * the top move nothing, and a user at the end stays there. A user who has scrolled up keeps their place too.
 */
export function useScrollEnd(last: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  // Measured only while the user is away from the end, so that opening a thread costs nothing.
  const away = useRef<{ last: string | undefined; below: number }>(undefined)

  useLayoutEffect(() => {
    const element = scroller.current
    const before = away.current
    if (!element || !before || before.last === last) return
    element.scrollTop -= below(element, before.last) - before.below
    away.current = { last, below: below(element, last) }
  }, [last])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const isNear = element.scrollTop > -NEAR_PIXELS
    away.current = isNear ? undefined : { last, below: below(element, last) }
    setAtEnd(isNear)
  }
  return { scroller, isAtEnd, onScroll, toEnd: () => scroller.current?.scrollTo({ top: 0 }) }
}

/** The height of the content below a message. */
function below(scroller: HTMLElement, id: string | undefined): number {
  const message = id && scroller.querySelector(`[data-message="${CSS.escape(id)}"]`)
  const content = scroller.firstElementChild
  if (!message || !content) return 0
  return content.getBoundingClientRect().bottom - message.getBoundingClientRect().bottom
}
