import { endPauses } from './retry.ts'

const GRACE = 2_000
const POLL = 5_000

type Options = { reload(): Promise<void>; onOffline(isOffline: boolean): void }

/**
 * Watches the stream. While it is down, which some networks cause by blocking streams, the chat is polled instead;
 * the visitor is offline when polling fails too.
 */
export function watchConnection({ reload, onOffline }: Options): (isConnected: boolean) => void {
  let timer: number | undefined
  const poll = async () => {
    const own = timer
    const hasFailed = await reload().then(
      () => false,
      () => true,
    )
    if (own !== timer) return
    onOffline(hasFailed)
    timer = window.setTimeout(poll, POLL)
  }
  return (isConnected) => {
    clearTimeout(timer)
    timer = undefined
    if (isConnected) {
      onOffline(false)
      endPauses()
      return
    }
    // A hidden page has closed its stream on purpose.
    if (document.visibilityState === 'visible') timer = window.setTimeout(poll, GRACE)
  }
}
