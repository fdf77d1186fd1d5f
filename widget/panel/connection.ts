import { wake } from './patience.ts'

const PATIENCE = 2_000
const AGAIN = 5_000

type Options = { read(): Promise<void>; lost(yes: boolean): void }

/**
 * Watches whether the stream runs. While it does not, because some networks let none through, the chat is read again
 * and again; the connection is lost when that does not work either.
 */
export function watchConnection({ read, lost }: Options): (connected: boolean) => void {
  let timer: number | undefined
  const poll = async () => {
    const own = timer
    const failed = await read().then(
      () => false,
      () => true,
    )
    if (own !== timer) return
    lost(failed)
    timer = window.setTimeout(poll, AGAIN)
  }
  return (connected) => {
    clearTimeout(timer)
    timer = undefined
    if (connected) {
      lost(false)
      wake()
      return
    }
    // A page nobody looks at has given its connection up by itself.
    if (document.visibilityState === 'visible') timer = window.setTimeout(poll, PATIENCE)
  }
}
