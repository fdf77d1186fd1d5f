import { type Api, ROOT } from './api.ts'
import { readEvents } from './events.ts'
import { pause, pauseAfter } from './patience.ts'

/** The server gives a sign of life every 15 seconds. */
const SILENCE = 40_000
/** Browsers open few connections to one server, so a tab nobody looks at gives its own up after a while. */
const UNSEEN = 60_000

type Listener = { hear(name: string, data: string): void; connected(yes: boolean): void; renew(): Promise<unknown> }

/** Listens for as long as the panel lives, each time from where it left off. `restart` begins anew, as someone else. */
export function listen(api: Api, { hear, connected, renew }: Listener): { restart(): void } {
  let last: string | undefined
  let connection = new AbortController()

  const connect = async () => {
    connection = new AbortController()
    const { signal } = connection
    const answer = await fetch(`${ROOT}/live`, {
      headers: { authorization: `Bearer ${api.token()}`, ...(last && { 'last-event-id': last }) },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    })
    if (answer.status === 401) await renew()
    // A place the server does not know is no place to go on from.
    if (answer.status === 400) last = undefined
    if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}.`)
    connected(true)
    for await (const event of readEvents(alive(answer.body, connection))) {
      if (signal.aborted) return
      last = event.id ?? last
      if (event.data !== undefined) hear(event.name, event.data)
    }
  }

  const loop = async () => {
    for (let tries = 0; ; tries++) {
      await whenSeen()
      const begun = Date.now()
      await connect().catch(() => {})
      connected(false)
      // A connection that lasted was a good one.
      if (Date.now() - begun > 5_000) tries = 0
      await pause(pauseAfter(tries))
    }
  }
  giveUpUnseen(() => connection.abort())
  void loop()
  return {
    restart: () => {
      last = undefined
      connection.abort()
    },
  }
}

/** The text of the body as it comes. Silence means that the connection is dead, though nothing says so. */
async function* alive(body: ReadableStream<Uint8Array>, connection: AbortController): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  for (;;) {
    const timer = setTimeout(() => connection.abort(), SILENCE)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    yield value
  }
}

async function whenSeen(): Promise<void> {
  while (document.visibilityState === 'hidden') {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
  }
}

function giveUpUnseen(abort: () => void): void {
  let timer: number | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = window.setTimeout(abort, UNSEEN)
  })
}
