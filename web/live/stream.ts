/** A message of the stream: a stored event, or a signal that is not stored. */
export type LiveEvent = { name: string; payload: Record<string, unknown>; actor?: { type: string; id: string | null } }

type Handlers = { onEvent: (event: LiveEvent) => void; onReset: () => void }

/**
 * Subscribes to the account's events from a position. All tabs of a browser share one connection, because browsers limit
 * connections per host: the tab with the lock connects and broadcasts; when it closes, another one resumes from there.
 */
export function subscribe(account_id: string, from: string, { onEvent, onReset }: Handlers): () => void {
  const name = `hilo.live.${account_id}`
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  let position = from

  const deliver = ({ event, at }: StreamMessage) => {
    position = at || position
    if (event === 'reset') onReset()
    else onEvent(event)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => deliver(data))

  const lead = () =>
    connect({
      address: () => `/api/live?${new URLSearchParams({ account_id, plain: '', last_event_id: position })}`,
      onMessage: (message) => {
        deliver(message)
        channel.postMessage(message)
      },
      signal: stop.signal,
    })
  if (!navigator.locks) void lead()
  else void navigator.locks.request(name, { signal: stop.signal }, lead).catch(() => {})

  return () => {
    stop.abort()
    channel.close()
  }
}

type StreamMessage = { event: LiveEvent | 'reset'; at: string }
type Connection = { address: () => string; onMessage: (message: StreamMessage) => void; signal: AbortSignal }

/** Keeps a connection open until aborted. EventSource reconnects after a cut, but not after a refusal. */
async function connect({ address, onMessage, signal }: Connection) {
  while (!signal.aborted) {
    await new Promise<void>((end) => {
      const source = new EventSource(address())
      const close = () => {
        source.close()
        end()
      }
      source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) =>
        onMessage({ event: JSON.parse(data) as LiveEvent, at: lastEventId }),
      )
      source.addEventListener('reset', ({ lastEventId }) => onMessage({ event: 'reset', at: lastEventId }))
      source.addEventListener('error', () => source.readyState === EventSource.CLOSED && close())
      signal.addEventListener('abort', close, { once: true })
    })
    if (!signal.aborted) await new Promise((again) => setTimeout(again, 5_000))
  }
}
