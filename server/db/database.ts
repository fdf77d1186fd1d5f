import type { Socket } from 'node:net'
import pg from 'pg'
import { announceAccessChange } from '#db/access-changes.ts'
import { limits } from '#db/limits.ts'
import { withoutReplica, withReplica } from '#db/replica.ts'
import { openShares, type Shares } from '#db/shares.ts'
import { bind, type Sql, types } from '#db/sql.ts'

/** Pools: `work` for transactions and lookups, `analytics` for search and reports, which may also use a replica. */
export type Database = {
  work: pg.Pool
  analytics: pg.Pool
  /** The analytics pool, divided among workspaces. */
  shares: Shares
  /** Runs one statement outside any transaction. */
  sql: Sql
  close(): Promise<void>
}

export type Connection = pg.ClientConfig

/**
 * Prepared statements keep one generic plan, which saves planning on every call. Search and reports must be planned
 * for their values (a common word and a rare one need different indexes), so they have their own read-only pool.
 */
export function openDatabase(
  connection: Connection,
  log: (error: Error) => void,
  size = 10,
  replica?: Connection,
): Database {
  const work = pool(connection, size, { plan_cache_mode: 'force_generic_plan', statement_timeout: limits.statement })
  const openAnalytics = (server: Connection) =>
    pool(server, Math.max(3, Math.ceil(size / 3)), {
      plan_cache_mode: 'force_custom_plan',
      statement_timeout: limits.analytics,
      default_transaction_read_only: 'on',
    })
  const analytics = openAnalytics(connection)
  const replicated = replica && openAnalytics({ connectionTimeoutMillis: 1_000, ...replica } as Connection)
  const pools = [work, analytics, ...(replicated ? [replicated] : [])]
  for (const each of pools) guard(each, log)
  const choice = replicated ? withReplica(work, analytics, replicated, log) : withoutReplica(analytics)
  const close = async () => void (await Promise.all(pools.map((each) => each.end())))
  return { work, analytics, shares: openShares(choice), sql: bind(work), close }
}

/** A connection may die while idle or in a transaction: its next statement fails, and the process must survive. */
function guard(each: pg.Pool, log: (error: Error) => void): void {
  each.on('error', log)
  each.on('connect', (client) => {
    client.on('error', () => {})
    joinWrites((client as unknown as { connection: { stream: Socket } }).connection.stream)
  })
}

/** Sends all that is written in one turn of the event loop at once: every call of the system costs as much as a small statement. */
function joinWrites(stream: Socket): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  let isJoining = false
  stream.write = (...args: unknown[]) => {
    if (!isJoining) {
      isJoining = true
      stream.cork()
      process.nextTick(() => {
        isJoining = false
        stream.uncork()
      })
    }
    return write(...args)
  }
}

function pool(connection: Connection, max: number, settings: Record<string, string | number>): pg.Pool {
  const options = Object.entries({
    ...settings,
    timezone: 'UTC',
    jit: 'off',
    // Statements are many and short; parallel workers would cost more than they save.
    max_parallel_workers_per_gather: '0',
    idle_in_transaction_session_timeout: limits.idle_transaction,
  })
  return new pg.Pool({
    connectionTimeoutMillis: limits.connection,
    ...connection,
    max,
    types,
    pipeline: true,
    application_name: 'hilo',
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: options.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  } as pg.PoolConfig)
}

/**
 * The same database for bulk work that can be repeated: commits do not wait for the disk. A later ordinary commit
 * makes them durable too.
 */
export async function withAsyncCommits<T>(durable: Database, run: (database: Database) => Promise<T>): Promise<T> {
  const { password, options } = durable.work.options
  const work = new pg.Pool({
    ...durable.work.options,
    password,
    max: 6,
    options: `${options} -c synchronous_commit=off`,
  })
  guard(work, () => {})
  try {
    return await run({ ...durable, work, sql: bind(work) })
  } finally {
    await work.end()
  }
}

/** Fails early, with a clear message, when the database cannot be used. */
export async function checkServer({ work }: Database): Promise<void> {
  const answer = await work
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error) => {
      const { message, code } = error as NodeJS.ErrnoException
      throw new Error(
        `The database cannot be reached (${message || code}). Check DATABASE_URL, and that the server is running.`,
        { cause: error },
      )
    })
  const major = Math.floor(answer.rows[0]!.version / 10_000)
  if (major < 15) throw new Error(`Hilo needs PostgreSQL 15 or newer; this server is version ${major}.`)
}

/** Runs the work in one transaction. BEGIN is sent together with the first statement, `last` with COMMIT. */
export async function transaction<T>(
  pool: pg.Pool,
  run: (sql: Sql, client: pg.PoolClient) => Promise<T>,
  last?: (sql: Sql) => Promise<unknown> | undefined,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  const client = await pool.connect()
  let first: unknown
  let isAccessChanged = false
  const noteAccessChange = () => void (isAccessChanged = true)
  const bindTo = (runner: pg.PoolClient) => bind(runner, (error) => (first ??= error), limits.answer, noteAccessChange)
  const sql = bindTo(client)
  let broken = false
  try {
    const begun = send(client, `begin isolation level ${isolation}`)
    begun.catch(() => {})
    const result = await run(sql, client)
    await begun
    // Both are sent at once; if the last statement fails, the COMMIT after it only ends the aborted transaction.
    let isSent = false
    const query = (config: pg.QueryConfig) => {
      isSent = true
      return client.query(config)
    }
    const ending = Promise.resolve(last?.(bindTo({ query } as unknown as pg.PoolClient)))
    ending.catch(() => {})
    // If it fails before it is sent, the transaction is not aborted, so no COMMIT may follow.
    if (!isSent) await ending
    const committing = send(client, 'commit')
    committing.catch(() => {})
    await ending
    const { command } = await committing
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: one of its statements failed and the error was ignored.')
    if (isAccessChanged) announceAccessChange()
    return result
  } catch (error) {
    await send(client, 'rollback').catch(() => (broken = true))
    // Of statements sent together, a later one may report first, only saying that an earlier one failed.
    throw (error as { code?: string }).code === '25P02' ? (first ?? error) : error
  } finally {
    client.release(broken)
  }
}

function send(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  return client.query({ text, query_timeout: limits.answer } as pg.QueryConfig)
}

/** Whether the database itself is the cause: unreachable, restarting, full, or out of connections. */
export function isUnavailable(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^(08|53|57P)/.test(code)) return true
  if (/^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/.test(code)) return true
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    String((error as Error).message),
  )
}
