import { Problem } from './api.ts'

const LONGEST = 15_000
const waiting = new Set<() => void>()

/** Ends all waiting: the network is back, or the visitor is. */
export function wake(): void {
  for (const end of waiting) end()
}

export function wakeWithPage(): void {
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
}

/** How long to wait before the next try: longer each time, and not at the same moment as everyone else. */
export function pauseAfter(tries: number): number {
  return Math.min(LONGEST, 500 * 2 ** tries) * (0.75 + Math.random() / 2)
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    waiting.add(end)
  })
}

/** Does it until it is done, unless it is refused for good. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || !error.passes) throw error
      await pause(Math.max(pauseAfter(tries), error.retry_after * 1000))
    }
  }
}
