import { Problem } from './api.ts'

const MAX_PAUSE = 15_000
const pauses = new Set<() => void>()

/** Ends all pauses, because the network or the visitor is back. */
export function endPauses(): void {
  for (const end of pauses) end()
}

export function endPausesWithPage(): void {
  addEventListener('online', endPauses)
  document.addEventListener('visibilitychange', endPauses)
}

/** Exponential backoff with jitter. */
export function backoff(tries: number): number {
  return Math.min(MAX_PAUSE, 500 * 2 ** tries) * (0.75 + Math.random() / 2)
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      pauses.delete(end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    pauses.add(end)
  })
}

/** Repeats the work until it succeeds or fails for good. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem) || !error.isTemporary) throw error
      await pause(Math.max(backoff(tries), error.retry_after * 1000))
    }
  }
}
