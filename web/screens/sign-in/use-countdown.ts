import { useEffect, useState } from 'react'
import { Problem } from '#web/app/api.ts'

/** Seconds until the server accepts another attempt. */
export function useCountdown(error: Error | null) {
  const [left, setLeft] = useState(0)
  useEffect(() => setLeft(error instanceof Problem ? error.retry_after : 0), [error])
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}
