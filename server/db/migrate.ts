import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const LOCK = 7_145_001

export type SqlFile = { name: string; text: string }

/** Migrations run once each, in order; functions are replaced whenever their file changes. */
export type Schema = { migrations: SqlFile[]; functions: SqlFile[] }

/** Brings the schema up to date and returns the migrations applied. Safe when several nodes start at once. */
export async function migrate(pool: pg.Pool, schema = readSchema()): Promise<string[]> {
  const { migrations, functions } = await schema
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const applied = await readApplied(client)
    const pending = migrations.filter(({ name }) => !applied.includes(name))
    for (const file of pending) await applyMigration(client, file)
    // A node that lacks migrations of the database is older than it, and leaves its functions alone.
    const isOlder = applied.some((name) => !migrations.some((file) => file.name === name))
    if (!isOlder) await applyFunctions(client, functions)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    client.release(true)
  }
}

/** Whether the database has every migration this version of the program knows. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const known = await readFiles('migrations/')
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from migrations where name = any($1)',
    [known.map((file) => file.name)],
  )
  return rows[0]?.count === known.length
}

async function readSchema(): Promise<Schema> {
  const [migrations, functions] = await Promise.all([readFiles('migrations/'), readFiles('functions/')])
  return { migrations, functions }
}

async function readFiles(path: string): Promise<SqlFile[]> {
  const folder = new URL(path, import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })))
}

async function readApplied(client: pg.PoolClient): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  return rows.map((row) => row.name)
}

async function applyMigration(client: pg.PoolClient, { name, text }: SqlFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `The migration ${name} failed and was rolled back: ${(error as Error).message}. Nothing after it was applied.`,
      { cause: error },
    )
  }
}

/** Replaces the functions whose files changed since they were last applied: all of them, or none. */
async function applyFunctions(client: pg.PoolClient, files: SqlFile[]): Promise<void> {
  await client.query(
    'create table if not exists function_files (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from function_files')
  const known = new Map(rows.map(({ name, hash }) => [name, hash]))
  const changed = files.filter((file) => known.get(file.name) !== hashOf(file))
  if (changed.length === 0) return
  let current = changed[0]!
  try {
    await client.query('begin')
    // Files may use functions of files after them.
    await client.query('set local check_function_bodies = off')
    for (current of changed) {
      await client.query(current.text)
      await client.query(
        `insert into function_files (name, hash) values ($1, $2)
         on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
        [current.name, hashOf(current)],
      )
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new Error(
      `The functions of ${current.name} could not be applied: ${(error as Error).message}. None was changed.`,
      { cause: error },
    )
  }
}

function hashOf({ text }: SqlFile): string {
  return createHash('sha256').update(text).digest('hex')
}
