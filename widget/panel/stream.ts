import { type Api, ROOT } from './api.ts'
import { readEvents } from './events.ts'
import { backoff, pause } from './retry.ts'

/** The server sends a keep-alive every 15 seconds. */
const SILENCE = 40_000
/** Browsers limit the connections to one server, so a hidden tab closes its own after a while. */
const HIDDEN = 60_000

type Options = {
  onEvent(name: string, data: string): void
  onConnection(isConnected: boolean): void
  renew(): Promise<unknown>
}

/** Reads the event stream, reconnecting from the last position. `restart` starts over, for another visitor. */
export function openStream(api: Api, { onEvent, onConnection, renew }: Options): { restart(): void } {
  let last: string | undefined
  let connection = new AbortController()

  const connect = async () => {
    connection = new AbortController()
    const { signal } = connection
    const response = await fetch(`${ROOT}/live`, {
      headers: { authorization: `Bearer ${api.token()}`, ...(last && { 'last-event-id': last }) },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    if (response.status === 401) await renew()
    // The server does not know this position, so start from the present.
    if (response.status === 400) last = undefined
    if (!response.ok || !response.body) throw new Error(`The stream responded with ${response.status}.`)
    onConnection(true)
    for await (const event of readEvents(readText(response.body, connection))) {
      if (signal.aborted) return
      last = event.id ?? last
      if (event.data !== undefined) onEvent(event.name, event.data)
    }
  }

  const loop = async () => {
    for (let tries = 0; ; tries++) {
      await whenVisible()
      const startedAt = Date.now()
      await connect().catch(() => {})
      onConnection(false)
      // A connection that lasted resets the backoff.
      if (Date.now() - startedAt > 5_000) tries = 0
      await pause(backoff(tries))
    }
  }
  abortWhenHidden(() => connection.abort())
  void loop()
  return {
    restart: () => {
      last = undefined
      connection.abort()
    },
  }
}

/** The body as text. Silence means that the connection is dead, even if the browser does not notice. */
async function* readText(body: ReadableStream<Uint8Array>, connection: AbortController): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const timer = setTimeout(() => connection.abort(), SILENCE)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    yield value
  }
}

async function whenVisible(): Promise<void> {
  while (document.visibilityState === 'hidden') {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  }
}

function abortWhenHidden(abort: () => void): void {
  let timer: number | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = window.setTimeout(abort, HIDDEN)
  })
}
