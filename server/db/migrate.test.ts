import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import type pg from 'pg'
import { type Database, openDatabase } from '#db/database.ts'
import { isMigrated, migrate, type Migration } from '#db/migrate.ts'
import { makeDatabase } from '#test/database.ts'
import { until } from '#test/wait.ts'

const all = readdirSync(new URL('migrations/', import.meta.url)).sort()

test('migrations are numbered, no two alike', () => {
  for (const name of all) assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/)
  assert.equal(new Set(all.map((name) => name.slice(0, 4))).size, all.length)
})

test('an empty database is brought to the present schema, and a second run changes nothing', async () => {
  const { work } = await emptyDatabase()
  assert.deepEqual(await migrate(work), all)
  assert.equal(await isMigrated(work), true)
  assert.deepEqual(await migrate(work), [])
})

test('several nodes that start at once migrate once', async () => {
  const first = await emptyDatabase()
  const others = [1, 2, 3].map(() => open(first.connection))
  const applied = await Promise.all([first, ...others].map(({ work }) => migrate(work)))
  assert.deepEqual(
    applied.filter((names) => names.length > 0),
    [all],
  )
  const { rows } = await first.work.query('select name from migrations order by name')
  assert.deepEqual(
    rows.map((row) => row.name),
    all,
  )
})

test('a database that lacks a migration is not ready', async () => {
  const { work } = await emptyDatabase()
  await migrate(work)
  await work.query('delete from migrations where name = $1', [all.at(-1)])
  assert.equal(await isMigrated(work), false)
})

test('a migration that fails stops with its name and reason, and leaves nothing; mended, it goes on', async () => {
  const { work } = await emptyDatabase()
  const good = { name: '0001_good.sql', text: 'create table good (id int)' }
  const bad = { name: '0002_bad.sql', text: 'create table half (id int); insert into half values (1); select 1 / 0;' }
  const later = { name: '0003_later.sql', text: 'create table later (id int)' }
  await assert.rejects(migrate(work, files(good, bad, later)), (error: Error) => {
    assert.equal(
      error.message,
      'The migration 0002_bad.sql failed and was undone: division by zero. Nothing after it was applied.',
    )
    return true
  })
  assert.deepEqual(await tables(work), ['good', 'migrations'])
  const mended = { ...bad, text: 'create table half (id int)' }
  assert.deepEqual(await migrate(work, files(good, mended, later)), ['0002_bad.sql', '0003_later.sql'])
  assert.deepEqual(await tables(work), ['good', 'half', 'later', 'migrations'])
})

test('one that fails does not keep the other nodes waiting', async () => {
  const first = await emptyDatabase()
  const second = open(first.connection)
  const bad = { name: '0001_bad.sql', text: 'select pg_sleep(0.3); select 1 / 0;' }
  const failing = migrate(first.work, files(bad))
  failing.catch(() => {})
  await sleeper(second.work)
  const waiting = migrate(second.work, files({ ...bad, text: 'create table mended (id int)' }))
  await assert.rejects(failing, /division by zero/)
  assert.deepEqual(await waiting, ['0001_bad.sql'])
})

test('a migration whose connection is killed half-way leaves nothing, and the next start does it', async () => {
  const { work, connection } = await emptyDatabase()
  const slow = { name: '0001_slow.sql', text: 'create table slow (id int); select pg_sleep(20);' }
  const failing = migrate(work, files(slow))
  failing.catch(() => {})
  const other = open(connection)
  await other.work.query('select pg_terminate_backend($1, 5000)', [await sleeper(other.work)])
  await assert.rejects(failing, /The migration 0001_slow.sql failed/)
  assert.deepEqual(await tables(work), ['migrations'])
  assert.deepEqual(await migrate(work, files({ ...slow, text: 'create table slow (id int)' })), ['0001_slow.sql'])
})

async function emptyDatabase() {
  const connection = await makeDatabase()
  const opened = open(connection)
  await opened.work.query('drop schema public cascade; create schema public')
  return opened
}

function open(connection: pg.ClientConfig): Database & { connection: pg.ClientConfig } {
  const database = openDatabase(connection, () => {}, 2)
  after(() => database.close())
  return { ...database, connection }
}

async function files(...given: Migration[]): Promise<Migration[]> {
  return given
}

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname = 'public' order by tablename`)
  return rows.map((row) => row.tablename)
}

/** The process of the migration that sleeps, once it does. */
async function sleeper(pool: pg.Pool): Promise<number> {
  let pid = 0
  await until(async () => {
    const { rows } = await pool.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
    pid = rows[0]?.pid ?? 0
    return pid > 0
  }, 'the migration runs')
  return pid
}
