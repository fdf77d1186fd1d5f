import pg from 'pg'
import { bind, query_timeout, type Sql, types } from '#db/sql.ts'

/** The two ways into PostgreSQL: `work` for transactions and lookups, `analysis` for search and reports. */
export type Database = {
  work: pg.Pool
  analysis: pg.Pool
  /** One statement on its own, outside any transaction. */
  sql: Sql
  close(): Promise<void>
}

export type Connection = pg.ClientConfig

/**
 * Known statements keep one generic plan, which spares planning on every call. Search and reports must be planned
 * for their values (a common word and a rare one want different indexes), so they have their own, read-only pool.
 */
export function openDatabase(connection: Connection, log: (error: Error) => void, size = 10): Database {
  const work = pool(connection, size, { plan_cache_mode: 'force_generic_plan', statement_timeout: '10s' })
  const analysis = pool(connection, Math.max(3, Math.ceil(size / 3)), {
    plan_cache_mode: 'force_custom_plan',
    statement_timeout: '15s',
    default_transaction_read_only: 'on',
  })
  for (const each of [work, analysis]) guard(each, log)
  const close = async () => {
    await Promise.all([work.end(), analysis.end()])
  }
  return { work, analysis, sql: bind(work), close }
}

/** A connection may die idle, or while a transaction holds it: its next statement fails, the process must not. */
function guard(each: pg.Pool, log: (error: Error) => void): void {
  each.on('error', log)
  each.on('connect', (client) => client.on('error', () => {}))
}

function pool(connection: Connection, max: number, settings: Record<string, string>): pg.Pool {
  const options = Object.entries({
    ...settings,
    timezone: 'UTC',
    jit: 'off',
    // Statements are short and many; starting workers for each would cost more than it saves.
    max_parallel_workers_per_gather: '0',
    idle_in_transaction_session_timeout: '30s',
  })
  return new pg.Pool({
    ...connection,
    max,
    types,
    pipeline: true,
    application_name: 'hilo',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: options.map(([name, value]) => `-c ${name}=${value}`).join(' '),
  } as pg.PoolConfig)
}

/**
 * The same database for bulk work that can be made again: commits do not wait for the disk. Whatever is committed
 * after it in the usual way carries it to the disk too.
 */
export async function inHaste<T>(database: Database, run: (hasty: Database) => Promise<T>): Promise<T> {
  const { password, options } = database.work.options
  const work = new pg.Pool({
    ...database.work.options,
    password,
    max: 6,
    options: `${options} -c synchronous_commit=off`,
  })
  guard(work, () => {})
  try {
    return await run({ ...database, work, sql: bind(work) })
  } finally {
    await work.end()
  }
}

/** Says clearly what is wrong with the database, before anything is built on it. */
export async function checkServer({ work }: Database): Promise<void> {
  const answer = await work
    .query<{ version: number }>("select current_setting('server_version_num')::int as version")
    .catch((error) => {
      const { message, code } = error as NodeJS.ErrnoException
      throw new Error(
        `The database cannot be reached (${message || code}). Is DATABASE_URL right, and is it running?`,
        { cause: error },
      )
    })
  const major = Math.floor(answer.rows[0]!.version / 10_000)
  if (major < 15) throw new Error(`Hilo needs PostgreSQL 15 or newer, and this one is ${major}.`)
}

/** Runs the work in one transaction. The BEGIN travels with the first statement, `last` with the COMMIT. */
export async function transaction<T>(
  pool: pg.Pool,
  run: (sql: Sql, client: pg.PoolClient) => Promise<T>,
  last?: (sql: Sql) => Promise<unknown> | undefined,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  const client = await pool.connect()
  let first: unknown
  const sql = bind(client, (error) => (first ??= error))
  let broken = false
  try {
    const begun = ask(client, `begin isolation level ${isolation}`)
    begun.catch(() => {})
    const result = await run(sql, client)
    await begun
    // Both are sent at once; when the last statement fails, the commit behind it only ends what is already undone.
    const ending = Promise.resolve(last?.(sql))
    // One that failed before it was sent undoes nothing, so no commit may follow it.
    await Promise.race([ending, Promise.resolve()])
    const committing = ask(client, 'commit')
    committing.catch(() => {})
    await ending
    const { command } = await committing
    if (command !== 'COMMIT')
      throw new Error('The transaction was undone: a statement in it had failed and was passed over.')
    return result
  } catch (error) {
    await ask(client, 'rollback').catch(() => (broken = true))
    // Of statements that travel together, the one behind may be heard first: it only says that one before it failed.
    throw (error as { code?: string }).code === '25P02' ? (first ?? error) : error
  } finally {
    client.release(broken)
  }
}

function ask(client: pg.PoolClient, text: string): Promise<pg.QueryResult> {
  return client.query({ text, query_timeout } as pg.QueryConfig)
}

/** Whether the database itself is the trouble: away, restarting, full, out of connections. */
export function isUnavailable(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '')
  if (/^(08|53|57P)/.test(code)) return true
  if (/^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/.test(code)) return true
  return /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    String((error as Error).message),
  )
}
