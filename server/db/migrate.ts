import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const folder = new URL('migrations/', import.meta.url)
const LOCK = 7_145_001

/** Brings the schema forward, one file after another, each in its own transaction. Safe when several nodes start at once. */
export async function migrate(pool: pg.Pool, files = readMigrations()): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    const pending = (await files).filter((file) => !applied.has(file.name))
    for (const file of pending) await apply(client, file)
    return pending.map((file) => file.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    client.release(true)
  }
}

/** Whether the database has every migration this version of the program knows. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const known = await readMigrations()
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [known.map((file) => file.name)],
  )
  return rows[0]?.count === known.length
}

export type Migration = { name: string; text: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })))
}

async function apply(client: pg.PoolClient, { name, text }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `The migration ${name} failed and was undone: ${(error as Error).message}. Nothing after it was applied.`,
      {
        cause: error,
      },
    )
  }
}
