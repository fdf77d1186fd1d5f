import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { subscriber } from '#kernel/subscriber.ts'
import { startWorker, type Subscribers } from '#kernel/worker.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const { runtime: plain, sql } = openKernel(connection)
const actor = await makeActor(plain)

test('a change, its event and one delivery for each subscriber are written in one transaction', async () => {
  const { runtime } = openKernel(connection, { first: quiet(), second: quiet() })
  const contact = await makeContact(runtime, actor)
  const [change] = await sql`select xmin::text as transaction from contacts where id = ${contact.id}`
  const [event] = await sql<{ id: string; transaction: string; name: string }>`
    select id, name, xmin::text as transaction from events where payload -> 'contact' ->> 'id' = ${contact.id}`
  const deliveries = await sql`
    select subscriber, xmin::text as transaction, attempts from deliveries where event_id = ${event!.id} order by subscriber`
  assert.equal(event?.name, 'contact.created')
  assert.equal(event?.transaction, change?.transaction)
  assert.deepEqual(
    deliveries,
    ['first', 'second'].map((name) => ({ subscriber: name, transaction: change!.transaction, attempts: 0 })),
  )
})

test('a change that is refused leaves neither event nor delivery', async () => {
  const { runtime } = openKernel(connection, { unwanted: quiet() })
  const { email } = await makeContact(plain, actor)
  await assert.rejects(makeContact(runtime, actor, email!), { code: 'duplicate_value' })
  assert.deepEqual(await sql`select 1 from deliveries where subscriber = 'unwanted'`, [])
})

test('a subscriber is handed the event as it happened, once, and nothing is left to do', async () => {
  const { seen, subscribers, events } = recorder('told')
  const { runtime } = start(subscribers)
  const contact = await makeContact(runtime, actor)
  await until(() => seen.length === 1, 'the event arrives')
  await until(async () => (await waiting('told')).length === 0, 'the delivery is done')
  assert.equal(events[0]?.name, 'contact.created')
  assert.equal(events[0]?.account_id, actor.account.id)
  assert.deepEqual(events[0]?.actor, { type: 'user', id: actor.id, name: actor.name })
  assert.deepEqual(events[0]?.payload, { contact })
  await sleep(200)
  assert.equal(seen.length, 1)
})

test('a subscriber acts as whoever caused the event', async () => {
  const { registry } = await import('#registry')
  const follow_up = subscriber({
    on: ['contact.created'],
    run: async ({ invoke }, { payload: { contact } }) => {
      await invoke(registry.add_contact_note, { contact_id: contact.id, body: 'Bienvenido' })
    },
  })
  const { runtime } = start({ follow_up })
  const contact = await makeContact(runtime, actor)
  await until(
    async () => (await sql`select 1 from contact_notes where contact_id = ${contact.id}`).length === 1,
    'the note is written',
  )
  const [note] = await sql<{ author: object }>`select author from contact_notes where contact_id = ${contact.id}`
  assert.deepEqual(note?.author, { type: 'user', id: actor.id, name: actor.name })
})

test('a failing subscriber is tried again after each of its pauses, then kept as dead; the others do not wait', async () => {
  const pauses = [0.2, 0.5]
  const tries: number[] = []
  const mourned: string[] = []
  const failing = subscriber({
    on: ['contact.created'],
    retries: pauses,
    giveUp: async (_hands, event) => {
      mourned.push(event.id)
    },
    run: async () => {
      tries.push(performance.now())
      throw new Error('no luck')
    },
  })
  const { seen, subscribers } = recorder('unaffected')
  const { runtime, logged } = start({ failing, ...subscribers })
  const begun = performance.now()
  await makeContact(runtime, actor)
  await until(() => seen.length === 1, 'the other subscriber is told')
  assert.ok(performance.now() - begun < 1_000, 'at once')
  await until(async () => (await waiting('failing'))[0]?.dead === true, 'the delivery is given up')
  assert.equal(tries.length, 3)
  assert.ok(tries[1]! - tries[0]! >= 200 && tries[1]! - tries[0]! < 1_500, 'after the first pause')
  assert.ok(tries[2]! - tries[1]! >= 500 && tries[2]! - tries[1]! < 2_000, 'after the second, longer one')
  const [dead] = await sql`select attempts, last_error from deliveries where subscriber = 'failing'`
  assert.deepEqual(dead, { attempts: 3, last_error: 'no luck' })
  assert.deepEqual(
    logged.map((each) => each.message),
    ['delivery failed; it will be tried again', 'delivery failed; it will be tried again', 'delivery given up'],
  )
  await sleep(800)
  assert.equal(tries.length, 3, 'what was given up is not tried again')
  assert.deepEqual(mourned, seen, 'and the subscriber was told, once')
})

test('unless a subscriber says otherwise, the first pause is a second', async () => {
  const hasty = subscriber({
    on: ['contact.created'],
    run: async () => {
      throw new Error('not yet')
    },
  })
  const { runtime, worker } = start({ hasty })
  await makeContact(runtime, actor)
  await until(async () => (await waiting('hasty'))[0]?.last_error === 'not yet', 'the first try fails')
  const [{ seconds } = { seconds: 0 }] = await waiting('hasty')
  assert.ok(seconds > 0.5 && seconds <= 1, `${seconds} seconds`)
  await worker.stop()
})

test('two workers run each event once when nothing crashes', async () => {
  const { seen, subscribers } = recorder('shared')
  const here = start(subscribers)
  start(subscribers)
  await Promise.all(Array.from({ length: 200 }, () => makeContact(here.runtime, actor)))
  await until(async () => (await waiting('shared')).length === 0, 'all are delivered')
  assert.equal(seen.length, 200)
  assert.equal(new Set(seen).size, 200)
})

test('work made in this process is taken within a fraction of a second', async () => {
  const { seen, subscribers } = recorder('rung')
  const { runtime } = start(subscribers)
  await sleep(300) // It has found nothing to do and sleeps.
  for (let i = 1; i <= 3; i++) {
    const begun = performance.now()
    await makeContact(runtime, actor)
    await until(() => seen.length === i, 'the event arrives')
    assert.ok(performance.now() - begun < 900)
  }
})

test('work announced by another node through NOTIFY is taken within a fraction of a second', async () => {
  const { seen, subscribers } = recorder('notified')
  start(subscribers)
  const elsewhere = openKernel(connection, subscribers)
  await sleep(500)
  const begun = performance.now()
  await makeContact(elsewhere.runtime, actor)
  await until(() => seen.length === 1, 'the event arrives')
  assert.ok(performance.now() - begun < 900)

  const stranger = new pg.Client(connection)
  await stranger.connect()
  await makeContact({ ...elsewhere.runtime, wake: () => {} }, actor)
  await stranger.query(`select pg_notify('hilo_work', '')`)
  await until(() => seen.length === 2, 'the second event arrives', 1_000)
  await stranger.end()
})

test('a listener whose connection is cut listens again, and asks what it missed', async () => {
  const { seen, subscribers } = recorder('cut_off')
  start(subscribers)
  const elsewhere = openKernel(connection, subscribers)
  await sleep(300)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'hilo listener' and datname = current_database()`
  await makeContact({ ...elsewhere.runtime, wake: () => {} }, actor)
  await until(() => seen.length === 1, 'the event arrives', 3_000)
})

test('deliveries for a subscriber this version does not know are left alone, and cost nothing', async () => {
  const { runtime } = openKernel(connection, { of_another_version: quiet() })
  await makeContact(runtime, actor)
  let statements = 0
  const { runtime: mine, bell } = openKernel(connection)
  const counting: typeof sql = (strings, ...values) => {
    statements++
    return sql(strings, ...values)
  }
  const worker = startWorker({ ...mine, database: { ...mine.database, sql: counting } }, bell, { known: quiet() }, {})
  await sleep(1_000)
  await worker.stop()
  assert.equal((await waiting('of_another_version'))[0]?.attempts, 0)
  assert.ok(statements < 15, `${statements} statements in a second of nothing to do`)
})

describe('leases', { concurrency: true }, () => {
  test('what a killed worker had taken is taken by another when the lease ends, not before', async () => {
    const name = 'mortal'
    const fixture = fileURLToPath(new URL('../../test/support/worker_child.ts', import.meta.url))
    const child = spawn(process.execPath, [fixture, JSON.stringify(connection), name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    after(() => child.kill('SIGKILL'))
    const { seen, subscribers } = recorder(name)
    const { runtime } = openKernel(connection, subscribers)
    await makeContact(runtime, actor)
    const [id] = await once(createInterface(child.stdout!), 'line')
    child.kill('SIGKILL')
    await once(child, 'exit')

    start(subscribers)
    const [lease] = await waiting(name)
    assert.ok(lease!.seconds > 50 && lease!.seconds <= 60, `a lease of ${lease!.seconds} seconds`)
    await sleep(500)
    assert.deepEqual(seen, [])
    await sql`update deliveries set next_try_at = now() + interval '1 second' where subscriber = ${name}`
    plain.wake()
    const begun = performance.now()
    await until(() => seen.length === 1, 'the delivery is taken over')
    assert.ok(performance.now() - begun > 900, 'not before the lease ends')
    assert.ok(performance.now() - begun < 2_000, 'and soon after')
    assert.equal(seen[0], id)
  })

  test('what ends every process that takes it is given up in the end, not tried for ever', async () => {
    const { seen, subscribers } = recorder('deadly')
    const { runtime } = openKernel(connection, subscribers)
    await makeContact(runtime, actor)
    // What five killed workers left behind.
    await sql`update deliveries set attempts = 5 where subscriber = 'deadly'`
    start(subscribers)
    await until(async () => (await waiting('deadly'))[0]?.dead === true, 'it is given up')
    assert.deepEqual(seen, [])
  })

  test('a worker that stops waits for what runs', async () => {
    let finished = false
    const slow = subscriber({
      on: ['contact.created'],
      run: async () => {
        await sleep(500)
        finished = true
      },
    })
    const { runtime, worker } = start({ slow })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('slow'))[0]?.attempts === 1, 'it is taken')
    await worker.stop()
    assert.ok(finished)
    assert.deepEqual(await waiting('slow'), [])
  })

  test('a worker that stops returns what it cannot finish, and another takes it at once', async () => {
    const stuck = subscriber({ on: ['contact.created'], run: () => new Promise(() => {}) })
    const { runtime, worker } = start({ stuck })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('stuck'))[0]?.attempts === 1, 'it is taken')
    const begun = performance.now()
    await worker.stop()
    assert.ok(performance.now() - begun < 16_000)
    const [returned] = await waiting('stuck')
    assert.ok(returned!.seconds <= 0)
    assert.equal(returned!.attempts, 0, 'it was no try')
    const { seen, subscribers } = recorder('stuck')
    start(subscribers)
    await until(() => seen.length === 1, 'the other takes it', 1_000)
  })

  test('a delivery that takes long is kept by who runs it', async () => {
    const patient = subscriber({ on: ['contact.created'], run: () => sleep(19_500) })
    const { runtime } = start({ patient })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('patient'))[0]?.attempts === 1, 'it is taken')
    await sleep(19_000)
    const [lease] = await waiting('patient')
    assert.equal(lease?.attempts, 1)
    assert.ok(lease.seconds > 55, 'the lease was renewed')
    await until(async () => (await waiting('patient')).length === 0, 'it is done')
  })
})

function quiet() {
  return subscriber({ on: ['contact.created'], run: async () => {} })
}

/** A subscriber that only remembers what it was told. */
function recorder(name: string) {
  const seen: string[] = []
  const events: { name: string; account_id: string; actor: object; payload: object }[] = []
  const recording = subscriber({
    on: ['contact.created'],
    run: async (_hands, event) => {
      seen.push(event.id)
      events.push(event)
    },
  })
  return { seen, events, subscribers: { [name]: recording } satisfies Subscribers }
}

/** A node of its own with a worker. */
function start(subscribers: Subscribers) {
  const kernel = openKernel(connection, subscribers)
  const worker = startWorker(kernel.runtime, kernel.bell, subscribers, {})
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  after(stop)
  return { ...kernel, worker: { stop } }
}

function waiting(name: string) {
  return sql<{ attempts: number; dead: boolean; seconds: number; last_error: string | null }>`
    select attempts, dead_at is not null as dead, last_error, extract(epoch from next_try_at - now())::float8 as seconds
      from deliveries where subscriber = ${name}`
}
