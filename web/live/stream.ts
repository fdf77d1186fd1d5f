/** What the server tells as it happens: an event that is kept, or a signal that is not. */
export type Said = { name: string; payload: Record<string, unknown>; actor?: { type: string; id: string | null } }

type Hear = { told: (said: Said) => void; reset: () => void }

/**
 * Listens to what happens in the account from a position on. All tabs of a browser share one connection, because a browser opens few to a
 * host: the tab that holds the lock listens and passes on; when it closes, the next takes over where it was.
 */
export function listen(account_id: string, from: string, hear: Hear): () => void {
  const name = `hilo.live.${account_id}`
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  let position = from

  const take = ({ said, at }: Passed) => {
    position = at || position
    if (said === 'reset') hear.reset()
    else hear.told(said)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Passed>) => take(data))

  const lead = () =>
    connect({
      address: () => `/api/live?${new URLSearchParams({ account_id, plain: '', last_event_id: position })}`,
      take: (passed) => {
        take(passed)
        channel.postMessage(passed)
      },
      left: left.signal,
    })
  if (!navigator.locks) void lead()
  else void navigator.locks.request(name, { signal: left.signal }, lead).catch(() => {})

  return () => {
    left.abort()
    channel.close()
  }
}

type Passed = { said: Said | 'reset'; at: string }
type Line = { address: () => string; take: (passed: Passed) => void; left: AbortSignal }

/** Holds a connection until it is left. A browser comes back by itself after a cut, but not after a refusal. */
async function connect({ address, take, left }: Line) {
  while (!left.aborted) {
    await new Promise<void>((end) => {
      const source = new EventSource(address())
      const stop = () => {
        source.close()
        end()
      }
      source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) =>
        take({ said: JSON.parse(data) as Said, at: lastEventId }),
      )
      source.addEventListener('reset', ({ lastEventId }) => take({ said: 'reset', at: lastEventId }))
      source.addEventListener('error', () => source.readyState === EventSource.CLOSED && stop())
      left.addEventListener('abort', stop, { once: true })
    })
    if (!left.aborted) await new Promise((again) => setTimeout(again, 5_000))
  }
}
