import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const NEAR = 80

/**
 * Keeps the end in sight while the visitor is there: new messages, pictures that take their room, a keyboard that
 * opens. Who has gone up to read is left where they are, also when older messages arrive above.
 */
export function useStickToEnd(news: unknown[]) {
  const log = useRef<HTMLDivElement>(null)
  const before = useRef({ height: 0, top: 0, sticking: true })
  const [isAway, setAway] = useState(false)

  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  const follow = () => {
    const at = log.current!
    const { sticking, height, top } = before.current
    if (sticking) at.scrollTop = at.scrollHeight
    else if (top < NEAR && at.scrollHeight > height) at.scrollTop = top + at.scrollHeight - height
    before.current.height = at.scrollHeight
  }
  useLayoutEffect(follow, news)
  useEffect(() => {
    const at = log.current!
    const scrolled = () => {
      const sticking = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR
      before.current = { height: at.scrollHeight, top: at.scrollTop, sticking }
      setAway(!sticking)
    }
    const sizes = new ResizeObserver(() => before.current.sticking && toEnd())
    sizes.observe(at)
    // Pictures do not tell the log that they have come, but their loading can be heard on its way down.
    at.addEventListener('load', follow, true)
    at.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      sizes.disconnect()
      at.removeEventListener('load', follow, true)
      at.removeEventListener('scroll', scrolled)
    }
  }, [])
  return { log, isAway, toEnd }
}
