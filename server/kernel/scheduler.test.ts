import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { part } from '#db/sql.ts'
import { startScheduler, type Timer } from '#kernel/scheduler.ts'
import { timers } from '#server/boot/timers.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const { sql, runtime: plain, notifier } = openKernel(connection)
await sql`
  create table alarms (
    id bigint generated always as identity, clock text not null, at timestamptz(3) not null, done boolean not null default false)`
await sql`create table effects (alarm_id bigint not null, clock text not null, happened_at timestamptz(3) not null)`

test('A timer runs when its row is due, not before', async () => {
  start({ punctual: alarms('punctual') })
  await setAlarm('punctual', 800)
  notifier.notify()
  await until(async () => (await lateness('punctual')).length === 1, 'it runs')
  const [late] = await lateness('punctual')
  assert.ok(late! >= 0, `${late} ms early`)
})

test('Rows already due when the scheduler starts are handled at once', async () => {
  await setAlarm('overdue', -60_000)
  start({ overdue: alarms('overdue') })
  await until(async () => (await lateness('overdue')).length === 1, 'it runs')
})

test('An earlier row written later is noticed, from this process and from another', async () => {
  await setAlarm('nearer', 3_600_000)
  await setAlarm('first', -1)
  start({ nearer: alarms('nearer'), first: alarms('first') })
  await until(async () => (await lateness('first')).length === 1, 'it waits for the later row')
  await setAlarm('nearer', 400)
  notifier.notify()
  await until(async () => (await lateness('nearer')).length === 1, 'the earlier one runs')

  const stranger = new pg.Client(connection)
  await stranger.connect()
  await setAlarm('nearer', 400)
  await stranger.query(`select pg_notify('hilo_work', '')`)
  await stranger.end()
  await until(async () => (await lateness('nearer')).length === 2, 'the one of the other process too')
  assert.ok((await lateness('nearer')).every((late) => late >= 0))
})

test('Several schedulers handle each row once', async () => {
  for (let i = 0; i < 40; i++) await setAlarm('shared', 100 + i * 25)
  const nodes = Array.from({ length: 3 }, () => start({ shared: alarms('shared') }))
  await until(async () => (await lateness('shared')).length >= 40, 'all run')
  await Promise.all(nodes.map(({ scheduler }) => scheduler.stop()))
  const twice = await sql`
    select alarm_id from effects where clock = 'shared' group by alarm_id having count(*) > 1`
  assert.deepEqual(twice, [])
  assert.equal((await lateness('shared')).length, 40)
})

test('A timer that fails does not stop the others, and is retried', async () => {
  let tries = 0
  const unreadable: Timer = { due: part`select at from nowhere`, run: async () => {} }
  const failing: Timer = {
    due: part`select now() as at`,
    run: async () => {
      tries++
      throw new Error('broken')
    },
  }
  const { logged } = start({ unreadable, failing, sound: alarms('sound') })
  await setAlarm('sound', 300)
  notifier.notify()
  await until(async () => (await lateness('sound')).length === 1, 'the other runs')
  await until(() => tries > 1, 'it is retried')
  for (const timer of ['unreadable', 'failing']) {
    const { message } = logged.find(({ details }) => (details as { timer?: string }).timer === timer)!
    assert.equal(message, 'timer failed; it will be retried')
  }
})

test('Expired sessions, old idempotency keys and old events are deleted; the rest stays', async () => {
  await sql`insert into installation (secret) values ('')`
  const actor = await makeActor(plain)
  for (const age of ['31 days', '29 days']) {
    await makeContact(plain, actor)
    await sql`
      update events set occurred_at = now() - ${age}::interval where sequence = (select max(sequence) from events)`
  }
  for (const [name, left] of [
    ['old', '400 milliseconds'],
    ['new', '1 day'],
  ]) {
    await sql`
      insert into sessions (hash, user_id, expires_at) values (${Buffer.from(name!)}, ${actor.user_id}, now() + ${left}::interval)`
    await sql`
      insert into idempotency_keys (account_id, actor, key, request, fingerprint, status, body, expires_at)
      values (${actor.account.id}, 'user:1', ${name}, 'POST /', '', 201, '{}', now() + ${left}::interval)`
  }
  const left = async () => ({
    sessions: (await sql<{ name: string }>`select convert_from(hash, 'UTF8') as name from sessions`).map((s) => s.name),
    keys: (await sql<{ key: string }>`select key from idempotency_keys order by key`).map((k) => k.key),
    events: (await sql`select 1 from events where account_id = ${actor.account.id}`).length,
  })
  assert.deepEqual(await left(), { sessions: ['old', 'new'], keys: ['new', 'old'], events: 2 })
  start(timers)
  await until(async () => {
    const { sessions, keys, events } = await left()
    return sessions.length + keys.length + events === 3
  }, 'they are deleted')
  assert.deepEqual(await left(), { sessions: ['new'], keys: ['new'], events: 1 })
})

/** Alarms of this name; each leaves one effect. */
function alarms(clock: string): Timer {
  return {
    due: part`select min(at) as at from alarms where clock = ${clock} and not done`,
    run: (on) => on`
      with due as (update alarms set done = true where clock = ${clock} and at <= now() and not done returning id)
      insert into effects select id, ${clock}, clock_timestamp() from due`,
  }
}

async function setAlarm(clock: string, milliseconds: number): Promise<void> {
  await sql`insert into alarms (clock, at) values (${clock}, clock_timestamp() + make_interval(secs => ${milliseconds / 1000}))`
}

/** Milliseconds between the due time of each alarm and its run. */
async function lateness(clock: string): Promise<number[]> {
  const rows = await sql<{ late: number }>`
    select extract(epoch from e.happened_at - a.at)::float8 * 1000 as late
      from effects e join alarms a on a.id = e.alarm_id where e.clock = ${clock} order by e.happened_at`
  return rows.map((row) => row.late)
}

/** A node of its own with a scheduler. */
function start(own: Readonly<Record<string, Timer>>) {
  const kernel = openKernel(connection)
  const scheduler = startScheduler(kernel.runtime, kernel.notifier, own)
  after(() => scheduler.stop())
  return { ...kernel, scheduler }
}

test('A timer that takes long does not delay the others', async () => {
  let finish = () => {}
  const long = new Promise<void>((resolve) => (finish = resolve))
  await setAlarm('brief', 300)
  start({
    slow: { due: part`select now() as at`, run: () => long },
    brief: alarms('brief'),
  })
  await until(async () => (await lateness('brief')).length === 1, 'the brief one runs meanwhile')
  finish()
})
