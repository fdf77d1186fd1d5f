import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Signal } from '#contract/signals.ts'
import type { Connection, Database } from '#db/database.ts'
import type { Log } from '#kernel/runtime.ts'

const CHANNEL = 'hilo_work'
const SIGNALS = 'hilo_signals'
// NOTIFY payloads must stay below 8,000 bytes.
const MAX_SIGNAL_BYTES = 7_500
const connectionOptions = { keepAlive: true, connectionTimeoutMillis: 5_000 }

type Topics = readonly string[]

export type Notifier = {
  /** Announces work, here and on other nodes, by the names of its events and subscribers; without names it may be anything. */
  notify(topics?: Topics): void
  /** Calls the listener for these topics, or for all. Returns a function that removes it. */
  onNotify(listener: () => void, topics?: Topics): () => void
  /** Sends a signal to the subscribers connected right now, on every node. It is stored nowhere. */
  signal(account_id: string, signal: Signal): void
  onSignal(listener: (account_id: string, signal: Signal) => void): void
  close(): Promise<void>
}

/** Announcements within this process only. */
export type LocalNotifier = Pick<Notifier, 'notify' | 'onNotify'>

export function createLocalNotifier(): LocalNotifier {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  return {
    notify: (topics) => emitter.emit('notify', topics),
    onNotify: (listener, wanted) => {
      const listen = (topics?: Topics) => {
        if (!topics || !wanted || topics.some((topic) => wanted.includes(topic))) listener()
      }
      emitter.on('notify', listen)
      return () => emitter.off('notify', listen)
    },
  }
}

type Notice = { node: string; topics?: Topics }
type SignalNotice = { node: string; account_id: string; signal: Signal }

/**
 * Announces work in this process at once and on other nodes through NOTIFY. The notice to other nodes is sent after
 * the commit and at most every 50 ms, because NOTIFY in a transaction serialises all commits.
 */
export function openNotifier(database: Database, connection: Connection, log: Log): Notifier {
  const local = createLocalNotifier()
  const signals = new EventEmitter()
  signals.setMaxListeners(0)
  const stop = new AbortController()
  const node = randomUUID()
  let pending: NodeJS.Timeout | undefined
  /** Topics to announce to other nodes; undefined for anything. */
  let unsent: Set<string> | undefined = new Set()

  const notify = (topics?: Topics) => {
    local.notify(topics)
    unsent = topics && unsent && new Set([...unsent, ...topics])
    pending ??= setTimeout(() => {
      const notice: Notice = { node, ...(unsent && { topics: [...unsent] }) }
      pending = undefined
      unsent = new Set()
      database.sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`.catch(() => {})
    }, 50)
  }

  const sendSignal: Notifier['signal'] = (account_id, signal) => {
    signals.emit('signal', account_id, signal)
    const notice = JSON.stringify({ node, account_id, signal } satisfies SignalNotice)
    if (Buffer.byteLength(notice) > MAX_SIGNAL_BYTES) return
    database.sql`select pg_notify(${SIGNALS}, ${notice})`.catch(() => {})
  }

  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))

  const receive = async (listener: pg.Client) => {
    const lost = new Promise<void>((resolve) => listener.on('error', () => resolve()).once('end', resolve))
    await listener.connect()
    listener.on('notification', ({ channel, payload = '' }) => {
      const notice = parse<Notice & SignalNotice>(payload)
      if (notice?.node === node) return
      if (channel === CHANNEL) local.notify(notice?.topics)
      else if (notice) signals.emit('signal', notice.account_id, notice.signal)
    })
    await listener.query(`listen ${CHANNEL}; listen ${SIGNALS}`)
    local.notify() // Announcements sent before the connection was ready are lost, so look once now.
    await lost
  }

  const listen = async () => {
    while (!stop.signal.aborted) {
      const listener = new pg.Client({ ...connection, application_name: 'hilo listener', ...connectionOptions })
      try {
        await Promise.race([receive(listener), stopped])
      } catch (error) {
        if (!stop.signal.aborted)
          log.warn({ err: error }, 'cannot listen to other nodes; polling until the connection is back')
      }
      // A database that does not answer never confirms the end of the connection.
      await Promise.race([listener.end().catch(() => {}), sleep(1000, undefined, { ref: false })])
      await sleep(1000, undefined, { signal: stop.signal }).catch(() => {})
    }
  }
  const listening = listen()

  return {
    notify,
    onNotify: local.onNotify,
    signal: sendSignal,
    onSignal: (listener) => signals.on('signal', listener),
    close: async () => {
      stop.abort()
      clearTimeout(pending)
      await listening
    },
  }
}

/** Any client of the database can send notices, so one that cannot be parsed is accepted as undefined. */
function parse<T>(payload: string): T | undefined {
  try {
    return JSON.parse(payload) as T
  } catch {
    return undefined
  }
}
