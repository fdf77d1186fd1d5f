import { setTimeout } from 'node:timers/promises'

const MAX_WAIT_SECONDS = 10
const MAX_WAITING = 200
/** The database's clock may be behind ours by this much. */
const MARGIN_MILLISECONDS = 50

/**
 * Waits until a caller over its limit has room again, if that is soon: bridges to messengers lose a message that is
 * answered with 429. Resolves to whether it is worth trying again.
 */
export function createRetryDelay() {
  let waiting = 0
  return async (retry_after: number): Promise<boolean> => {
    if (retry_after > MAX_WAIT_SECONDS || waiting >= MAX_WAITING) return false
    waiting++
    await setTimeout(retry_after * 1000 + MARGIN_MILLISECONDS).finally(() => waiting--)
    return true
  }
}
