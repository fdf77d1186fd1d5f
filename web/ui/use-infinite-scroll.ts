import { useEffect, useEffectEvent, useRef } from 'react'

/** A ref for an element near the end of a list; calls `act` while it is in or near the viewport. */
export function useInfiniteScroll<E extends Element>(act: () => void, isReady: boolean) {
  const mark = useRef<E>(null)
  const reach = useEffectEvent(act)
  useEffect(() => {
    if (!isReady || !mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      rootMargin: '600px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [isReady])
  return mark
}
