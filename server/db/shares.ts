import type pg from 'pg'
import { limits } from '#db/limits.ts'
import type { PoolChoice } from '#db/replica.ts'

/** Most statements of one workspace that wait at a time. */
const MOST_WAITING = 100

/** Runs statements for one workspace. */
export type Runner = Pick<pg.Pool, 'query'>

export type Shares = {
  of(account_id: string): Runner
  /** Number of statements that wait for a connection. */
  waiting(): number
}

/**
 * Divides the connections of a pool among workspaces, so that the searches of one cannot stop those of another. While
 * several need connections, statements are cancelled sooner.
 */
export function openShares(pools: PoolChoice): Shares {
  const turns = createTurns(pools.primary.options.max)
  const timeouts = new WeakMap<pg.PoolClient, number>()

  const run = async (account_id: string, query: pg.QueryConfig) => {
    const turn = await turns.take(account_id)
    try {
      const pool = await pools.choose()
      const timeout = turn.isCrowded ? limits.analytics_crowded : limits.analytics
      return await runOn(pool, query, timeout).catch((error) => {
        if (pools.shouldRepeat(pool, error)) return runOn(pools.primary, query, timeout)
        throw error
      })
    } finally {
      turn.end()
    }
  }

  const runOn = async (pool: pg.Pool, query: pg.QueryConfig, timeout: number) => {
    const client = await pool.connect()
    try {
      setTimeoutOf(client, timeout)
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }

  /** Sent together with the statement, and only when it differs from that of the connection's last statement. */
  const setTimeoutOf = (client: pg.PoolClient, milliseconds: number) => {
    if ((timeouts.get(client) ?? limits.analytics) === milliseconds) return
    timeouts.set(client, milliseconds)
    client.query(`set statement_timeout = ${milliseconds}`).catch(() => {})
  }

  return {
    of: (account_id) => ({ query: (query: pg.QueryConfig) => run(account_id, query) }) as Runner,
    waiting: turns.waiting,
  }
}

export type Turn = {
  /** Whether connections are scarce: another workspace waits, or more than one share is in use. */
  isCrowded: boolean
  end(): void
}

/**
 * Turns at a number of connections. A workspace has at most half of them; what it asks beyond that waits in a queue of
 * its own, and the queues are served in rotation.
 */
export function createTurns(connections: number, { wait_ms = limits.turn, most_waiting = MOST_WAITING } = {}) {
  const share = Math.max(1, Math.floor(connections / 2))
  const running = new Map<string, number>()
  /** In the order in which the workspaces get their next turn. */
  const queues = new Map<string, Set<() => void>>()
  let busy = 0

  const mayStart = (account_id: string) => busy < connections && (running.get(account_id) ?? 0) < share

  const start = (account_id: string): Turn => {
    busy++
    running.set(account_id, (running.get(account_id) ?? 0) + 1)
    const othersWait = queues.size > (queues.has(account_id) ? 1 : 0)
    return { isCrowded: busy > share || othersWait, end: () => end(account_id) }
  }

  const end = (account_id: string) => {
    busy--
    const left = running.get(account_id)! - 1
    if (left > 0) running.set(account_id, left)
    else running.delete(account_id)
    // A workspace that is put back at the end of the map is visited again.
    for (const [waiting, queue] of queues) {
      if (!mayStart(waiting)) continue
      const [first] = queue
      queues.delete(waiting)
      queue.delete(first!)
      if (queue.size > 0) queues.set(waiting, queue)
      first!()
    }
  }

  const wait = (account_id: string) =>
    new Promise<Turn>((resolve, reject) => {
      const queue = queues.get(account_id) ?? new Set()
      if (queue.size >= most_waiting) return reject(shareUsedUp())
      const begin = () => {
        clearTimeout(timer)
        resolve(start(account_id))
      }
      const timer = setTimeout(() => {
        queue.delete(begin)
        if (queue.size === 0) queues.delete(account_id)
        reject(shareUsedUp())
      }, wait_ms)
      queues.set(account_id, queue.add(begin))
    })

  return {
    /** Resolves when it is the workspace's turn. Every turn must be ended. */
    take: async (account_id: string) => (mayStart(account_id) ? start(account_id) : wait(account_id)),
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.size, 0),
  }
}

export const SHARE_USED_UP = 'share_used_up'

function shareUsedUp(): Error {
  return Object.assign(new Error('The workspace uses all the connections it may have'), { code: SHARE_USED_UP })
}
