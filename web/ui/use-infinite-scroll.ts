import { useEffect, useEffectEvent, useRef } from 'react'

/** A ref for an element near the end of a list; calls `act` while it is in or near the viewport. */
export function useInfiniteScroll<E extends Element>(act: () => Promise<unknown>, isReady: boolean) {
  const mark = useRef<E>(null)
  const reach = useEffectEvent(act)
  useEffect(() => {
    const element = mark.current
    if (!isReady || !element) return
    let isOver = false
    const look = () => {
      observer.disconnect()
      if (!isOver) observer.observe(element)
    }
    // A change may cancel the request for a page before anything is rendered; the element is then still where it was.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void reach().finally(look), {
      rootMargin: '600px',
    })
    look()
    return () => {
      isOver = true
      observer.disconnect()
    }
  }, [isReady])
  return mark
}
