import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const NEAR_PIXELS = 80

/**
 * Keeps the latest message in sight when messages arrive, images load or a keyboard opens. A visitor who has scrolled up
 * keeps their place, also when older messages are added above.
 */
export function useStickToEnd(dependencies: unknown[]) {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef({ height: 0, top: 0, isSticking: true })
  const [isAway, setAway] = useState(false)

  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  const follow = () => {
    const at = log.current!
    const { isSticking, height, top } = before.current
    if (isSticking) at.scrollTop = at.scrollHeight
    else if (top < NEAR_PIXELS && at.scrollHeight > height) at.scrollTop = top + at.scrollHeight - height
    before.current.height = at.scrollHeight
  }
  useLayoutEffect(follow, dependencies)
  useEffect(() => {
    const at = log.current!
    const onScroll = () => {
      const isSticking = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_PIXELS
      before.current = { height: at.scrollHeight, top: at.scrollTop, isSticking }
      setAway(!isSticking)
    }
    const observer = new ResizeObserver(() => before.current.isSticking && toEnd())
    observer.observe(at)
    // `load` events of images do not bubble, but they can be captured.
    at.addEventListener('load', follow, true)
    at.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      at.removeEventListener('load', follow, true)
      at.removeEventListener('scroll', onScroll)
    }
  }, [])
  return { log, isAway, toEnd }
}
