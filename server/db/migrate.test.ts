import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type pg from 'pg'
import { type Database, openDatabase } from '#db/database.ts'
import { isMigrated, migrate, type Schema, type SqlFile } from '#db/migrate.ts'
import { makeDatabase } from '#test/database.ts'
import { until } from '#test/wait.ts'

const all = readdirSync(new URL('migrations/', import.meta.url)).sort()

test('Migrations are numbered, and no number is used twice', () => {
  for (const name of all) assert.match(name, /^\d{4}_[a-z0-9_]+\.sql$/)
  assert.equal(new Set(all.map((name) => name.slice(0, 4))).size, all.length)
})

test('An empty database gets the current schema, and a second run changes nothing', async () => {
  const { work } = await emptyDatabase()
  assert.deepEqual(await migrate(work), all)
  assert.equal(await isMigrated(work), true)
  assert.deepEqual(await migrate(work), [])
})

test('Several nodes that start at once migrate once', async () => {
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

test('A database that lacks a migration is not ready', async () => {
  const { work } = await emptyDatabase()
  await migrate(work)
  await work.query('delete from migrations where name = $1', [all.at(-1)])
  assert.equal(await isMigrated(work), false)
})

test('A migration that fails names itself and the reason, and leaves nothing; once fixed, it continues', async () => {
  const { work } = await emptyDatabase()
  const good = { name: '0001_good.sql', text: 'create table good (id int)' }
  const bad = { name: '0002_bad.sql', text: 'create table half (id int); insert into half values (1); select 1 / 0;' }
  const later = { name: '0003_later.sql', text: 'create table later (id int)' }
  await assert.rejects(migrate(work, files(good, bad, later)), (error: Error) => {
    assert.equal(
      error.message,
      'The migration 0002_bad.sql failed and was rolled back: division by zero. Nothing after it was applied.',
    )
    return true
  })
  assert.deepEqual(await tables(work), ['good', 'migrations'])
  const fixed = { ...bad, text: 'create table half (id int)' }
  assert.deepEqual(await migrate(work, files(good, fixed, later)), ['0002_bad.sql', '0003_later.sql'])
  assert.deepEqual(await tables(work), ['function_files', 'good', 'half', 'later', 'migrations'])
})

test('A failed migration does not block the other nodes', async () => {
  const first = await emptyDatabase()
  const second = open(first.connection)
  const bad = { name: '0001_bad.sql', text: 'select pg_sleep(0.3); select 1 / 0;' }
  const failing = migrate(first.work, files(bad))
  failing.catch(() => {})
  await sleeper(second.work)
  const waiting = migrate(second.work, files({ ...bad, text: 'create table fixed (id int)' }))
  await assert.rejects(failing, /division by zero/)
  assert.deepEqual(await waiting, ['0001_bad.sql'])
})

test('A migration whose connection is killed leaves nothing, and the next start applies it', async () => {
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

test('Functions are applied once, and again when their file changes', async () => {
  const { work } = await emptyDatabase()
  const apply = (...functions: SqlFile[]) => migrate(work, Promise.resolve({ migrations: [], functions }))
  const read = async () => (await work.query('select name, hash, applied_at from function_files order by name')).rows
  const one = { name: 'one.sql', text: functionText('one', '1') }
  const two = { name: 'two.sql', text: functionText('two', 'one() + 1') }
  await apply(two, one)
  assert.equal(await call(work, 'two'), 2, 'the order of files does not matter')
  const before = await read()
  await apply(two, one)
  assert.deepEqual(await read(), before)

  await apply(two, { ...one, text: functionText('one', '10') })
  assert.equal(await call(work, 'two'), 11)
  const after = await read()
  assert.notDeepEqual(after[0], before[0])
  assert.deepEqual(after[1], before[1], 'a file that did not change is not applied again')
})

test('Functions that cannot be applied leave all others as they were, and name their file', async () => {
  const { work } = await emptyDatabase()
  const apply = (...functions: SqlFile[]) => migrate(work, Promise.resolve({ migrations: [], functions }))
  const one = { name: 'one.sql', text: functionText('one', '1') }
  await apply(one)
  const broken = { name: 'two.sql', text: 'create function two( returns integer' }
  await assert.rejects(apply({ ...one, text: functionText('one', '10') }, broken), {
    message: /^The functions of two\.sql could not be applied: syntax error .* None was changed\.$/,
  })
  assert.equal(await call(work, 'one'), 1)
})

test('Several nodes that start at once apply the functions once', async () => {
  const first = await emptyDatabase()
  const nodes = [first, ...[1, 2, 3].map(() => open(first.connection))]
  await Promise.all(nodes.map(({ work }) => migrate(work)))
  const { rows } = await first.work.query('select count(distinct applied_at)::int as times from function_files')
  assert.deepEqual(rows, [{ times: 1 }])
})

test('A node older than the database leaves its functions alone', async () => {
  const { work } = await emptyDatabase()
  const migrations = ['0001_old.sql', '0002_new.sql'].map((name) => ({ name, text: 'select 1' }))
  const functions = (value: string) => [{ name: 'one.sql', text: functionText('one', value) }]
  await migrate(work, Promise.resolve({ migrations, functions: functions('2') }))
  await migrate(work, Promise.resolve({ migrations: migrations.slice(0, 1), functions: functions('1') }))
  assert.equal(await call(work, 'one'), 2)
})

test('A database of the previous version gets the current functions, and that version still runs on it', async () => {
  const upgraded = await emptyDatabase()
  const migrations = all.map((name) => ({
    name,
    text: readFileSync(new URL(`migrations/${name}`, import.meta.url), 'utf8'),
  }))
  await migrate(upgraded.work, Promise.resolve({ migrations, functions: [] }))
  await upgraded.work.query('drop table function_files')
  await upgraded.work.query(readFileSync(new URL('fixtures/functions-0.1.0.sql', import.meta.url), 'utf8'))
  assert.deepEqual(await migrate(upgraded.work), [])

  const fresh = await emptyDatabase()
  await migrate(fresh.work)
  const [expected, actual] = [await definitions(fresh.work), await definitions(upgraded.work)]
  const leftover = ['hold_lead_responses', 'note_assignment', 'refresh_lead_responses_of']
  assert.deepEqual(
    Object.keys(actual).filter((name) => !(name in expected)),
    leftover,
  )
  for (const name of leftover) delete actual[name]
  assert.deepEqual(actual, expected)

  await upgraded.work.query(`select note_conversation(1, 1, now(), 'agent', 1, 'outgoing', false, 1)`)
  await upgraded.work.query(
    `select note_first_inbox(1, '{1}'), note_lead_responses(1, '{1}'), forget_conversations(1, 1)`,
  )
})

function functionText(name: string, value: string): string {
  return `create or replace function ${name}() returns integer language sql as $$ select ${value} $$;`
}

async function call(pool: pg.Pool, name: string): Promise<number> {
  return (await pool.query(`select ${name}() as value`)).rows[0].value
}

/** Every function of the schema that belongs to no extension, by name. */
async function definitions(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select p.proname as name, pg_get_functiondef(p.oid) as definition from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`)
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]))
}

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

async function files(...migrations: SqlFile[]): Promise<Schema> {
  return { migrations, functions: [] }
}

async function tables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname = 'public' order by tablename`)
  return rows.map((row) => row.tablename)
}

/** The process id of the migration, once it sleeps. */
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
