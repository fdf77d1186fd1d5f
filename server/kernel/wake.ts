import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection, Database } from '#db/database.ts'
import type { Log } from '#kernel/runtime.ts'

const CHANNEL = 'hilo_work'
const patience = { keepAlive: true, connectionTimeoutMillis: 5_000 }

export type Bell = { ring(): void; on(hear: () => void): void; close(): Promise<void> }

/**
 * Wakes whoever waits for work, in this process at once and on other nodes through NOTIFY. The notice to others
 * is sent after the commit and at most every 50 ms, because NOTIFY in a transaction serialises all commits.
 */
export function openBell(database: Database, connection: Connection, log: Log): Bell {
  const here = new EventEmitter()
  here.setMaxListeners(0)
  const stop = new AbortController()
  let pending: NodeJS.Timeout | undefined

  const ring = () => {
    here.emit('ring')
    pending ??= setTimeout(() => {
      pending = undefined
      database.sql`select pg_notify(${CHANNEL}, '')`.catch(() => {})
    }, 50)
  }

  const stopped = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }))

  const hear = async (listener: pg.Client) => {
    const lost = new Promise<void>((resolve) => listener.on('error', () => resolve()).once('end', resolve))
    await listener.connect()
    listener.on('notification', () => here.emit('ring'))
    await listener.query(`listen ${CHANNEL}`)
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
    close: async () => {
      stop.abort()
      clearTimeout(pending)
      await listening
    },
  }
}

/** A wait that a ring ends early. */
export function waiter(bell: Bell): { until(milliseconds: number): Promise<void>; release(): void } {
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
