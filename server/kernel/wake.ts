import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Signal } from '#contract/signals.ts'
import type { Connection, Database } from '#db/database.ts'
import type { Log } from '#kernel/runtime.ts'

const CHANNEL = 'hilo_work'
const SIGNALS = 'hilo_signals'
// PostgreSQL carries less than 8,000 bytes in a notice.
const LONGEST_SIGNAL = 7_500
const patience = { keepAlive: true, connectionTimeoutMillis: 5_000 }

export type Bell = {
  ring(): void
  on(hear: () => void): void
  /** Says something once to whoever listens just now, on every node. */
  signal(account_id: string, signal: Signal): void
  onSignal(hear: (account_id: string, signal: Signal) => void): void
  close(): Promise<void>
}

type Notice = { node: string; account_id: string; signal: Signal }

/**
 * Wakes whoever waits for work, in this process at once and on other nodes through NOTIFY. The notice to others
 * is sent after the commit and at most every 50 ms, because NOTIFY in a transaction serialises all commits.
 */
export function openBell(database: Database, connection: Connection, log: Log): Bell {
  const here = new EventEmitter()
  here.setMaxListeners(0)
  const stop = new AbortController()
  const node = randomUUID()
  let pending: NodeJS.Timeout | undefined

  const ring = () => {
    here.emit('ring')
    pending ??= setTimeout(() => {
      pending = undefined
      database.sql`select pg_notify(${CHANNEL}, '')`.catch(() => {})
    }, 50)
  }

  const signal: Bell['signal'] = (account_id, said) => {
    here.emit('signal', account_id, said)
    const notice = JSON.stringify({ node, account_id, signal: said } satisfies Notice)
    if (Buffer.byteLength(notice) > LONGEST_SIGNAL) return
    database.sql`select pg_notify(${SIGNALS}, ${notice})`.catch(() => {})
  }

  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))

  const hear = async (listener: pg.Client) => {
    const lost = new Promise<void>((resolve) => listener.on('error', () => resolve()).once('end', resolve))
    await listener.connect()
    listener.on('notification', ({ channel, payload = '' }) => {
      if (channel === CHANNEL) return here.emit('ring')
      const notice = readNotice(payload)
      return notice && notice.node !== node && here.emit('signal', notice.account_id, notice.signal)
    })
    await listener.query(`listen ${CHANNEL}; listen ${SIGNALS}`)
    here.emit('ring') // What was announced while nobody listened.
    await lost
  }

  const listen = async () => {
    while (!stop.signal.aborted) {
      const listener = new pg.Client({ ...connection, application_name: 'hilo listener', ...patience })
      try {
        await Promise.race([hear(listener), stopped])
      } catch (error) {
        if (!stop.signal.aborted) log.warn({ err: error }, 'cannot listen for work of other nodes; polling meanwhile')
      }
      // A database that does not answer does not say goodbye either.
      await Promise.race([listener.end().catch(() => {}), sleep(1000, undefined, { ref: false })])
      await sleep(1000, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const listening = listen()

  return {
    ring,
    on: (hear) => here.on('ring', hear),
    signal,
    onSignal: (hear) => here.on('signal', hear),
    close: async () => {
      stop.abort()
      clearTimeout(pending)
      await listening
    },
  }
}

/** Whoever can reach the database can send notices; one that cannot be read is passed over. */
function readNotice(payload: string): Notice | undefined {
  try {
    return JSON.parse(payload) as Notice
  } catch {
    return undefined
  }
}

/** A wait that a ring ends early. */
export function waiter(bell: Pick<Bell, 'on'>): { until(milliseconds: number): Promise<void>; release(): void } {
  let heard = false
  let wake: (() => void) | undefined
  const release = () => {
    heard = true
    wake?.()
  }
  bell.on(release)
  return {
    release,
    until: async (milliseconds) => {
      if (!heard && milliseconds > 0) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, milliseconds)
        })
        clearTimeout(timer)
      }
      heard = false
      wake = undefined
    },
  }
}
