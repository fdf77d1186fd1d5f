import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { subscriber } from '#kernel/subscriber.ts'
import type { Timing } from '#kernel/runtime.ts'
import { startWorker, type Subscribers } from '#kernel/worker.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { until } from '#test/wait.ts'

const connection = await makeDatabase()
const { runtime: plain, sql } = openKernel(connection)
const actor = await makeActor(plain)

test('A change, its event and one delivery per subscriber are stored in one transaction', async () => {
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

test('A refused change leaves neither an event nor a delivery', async () => {
  const { runtime } = openKernel(connection, { unwanted: quiet() })
  const { email } = await makeContact(plain, actor)
  await assert.rejects(makeContact(runtime, actor, email!), { code: 'duplicate_value' })
  assert.deepEqual(await sql`select 1 from deliveries where subscriber = 'unwanted'`, [])
})

test('A subscriber receives the event once, and the delivery is removed', async () => {
  const { seen, subscribers, events } = recorder('recorded')
  const { runtime, worker } = start(subscribers)
  const contact = await makeContact(runtime, actor)
  await until(() => seen.length === 1, 'the event arrives')
  await until(async () => (await waiting('recorded')).length === 0, 'the delivery is done')
  assert.equal(events[0]?.name, 'contact.created')
  assert.equal(events[0]?.account_id, actor.account.id)
  assert.deepEqual(events[0]?.actor, { type: 'user', id: actor.id, name: actor.name })
  assert.deepEqual(events[0]?.payload, { contact })
  await worker.stop()
  assert.equal(seen.length, 1)
})

test('A subscriber acts as the author of the event', async () => {
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

test('A failing subscriber is retried after each of its pauses, then marked dead; the others do not wait', async () => {
  const pauses = [0.2, 0.3]
  const tries: number[] = []
  const givenUp: string[] = []
  const failing = subscriber({
    on: ['contact.created'],
    retries: pauses,
    giveUp: async (_context, event) => {
      givenUp.push(event.id)
    },
    run: async () => {
      tries.push(performance.now())
      throw new Error('no luck')
    },
  })
  const { seen, subscribers } = recorder('unaffected')
  const { runtime, logged, worker, readQueue } = start({ failing, ...subscribers })
  await makeContact(runtime, actor)
  await until(() => seen.length === 1, 'the other subscriber receives it')
  await until(async () => (await waiting('failing'))[0]?.dead === true, 'the delivery is given up')
  assert.equal(tries.length, 3)
  assert.ok(tries[1]! - tries[0]! >= 200, 'not before the first pause is over')
  assert.ok(tries[2]! - tries[1]! >= 300, 'nor before the second')
  const [dead] = await sql`select attempts, last_error from deliveries where subscriber = 'failing'`
  assert.deepEqual(dead, { attempts: 3, last_error: 'no luck' })
  assert.deepEqual(
    logged.map((each) => each.message),
    ['delivery failed; it will be retried', 'delivery failed; it will be retried', 'delivery given up'],
  )
  await readQueue()
  await worker.stop()
  assert.equal(tries.length, 3, 'a dead delivery is not retried')
  assert.deepEqual(givenUp, seen, 'and giveUp was called once')
})

test('Slow deliveries of one workspace do not delay those of another', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const begun: string[] = []
  const slow = subscriber({
    on: ['contact.created'],
    run: async (_context, { account_id }) => {
      begun.push(account_id)
      if (account_id === actor.account.id) await held
    },
  })
  const { runtime, notifier } = openKernel(connection, { slow })
  const other = await makeActor(runtime)
  for (let i = 0; i < 20; i++) await makeContact(runtime, actor)
  const worker = startWorker(runtime, notifier, { slow }, {}, 3)
  after(() => worker.stop())
  const countOf = ({ account }: typeof actor) => begun.filter((id) => id === account.id).length
  await until(() => countOf(actor) === 3, 'it has its share')
  for (let i = 0; i < 5; i++) await makeContact(runtime, other)
  await until(() => countOf(other) === 5, 'the other workspace is served')
  assert.equal(countOf(actor), 3)
  release()
  await until(() => countOf(actor) === 20, 'the rest follows')
  await worker.stop()
})

test('By default the first pause is one second', async () => {
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

test('Two workers run each delivery once when nothing crashes', async () => {
  const { seen, subscribers } = recorder('shared')
  const here = start(subscribers)
  start(subscribers)
  await Promise.all(Array.from({ length: 200 }, () => makeContact(here.runtime, actor)))
  await until(async () => (await waiting('shared')).length === 0, 'all are delivered')
  assert.equal(seen.length, 200)
  assert.equal(new Set(seen).size, 200)
})

test('Work made in this process is taken without waiting for the next poll', async () => {
  const { seen, subscribers } = recorder('local')
  const { runtime } = start(subscribers, never)
  for (let i = 1; i <= 3; i++) {
    await makeContact(runtime, actor)
    await until(() => seen.length === i, 'the event arrives')
  }
})

test('Work announced by another node through NOTIFY is taken without waiting for the next poll', async () => {
  const { seen, subscribers } = recorder('notified')
  start(subscribers, never)
  const elsewhere = openKernel(connection, subscribers)
  await makeContact(elsewhere.runtime, actor)
  await until(() => seen.length === 1, 'the event arrives')

  const stranger = new pg.Client(connection)
  await stranger.connect()
  await makeContact({ ...elsewhere.runtime, notify: () => {} }, actor)
  await stranger.query(`select pg_notify('hilo_work', '')`)
  await until(() => seen.length === 2, 'the second event arrives')
  await stranger.end()
})

test('A listener whose connection is cut reconnects and looks for work it missed', async () => {
  const { seen, subscribers } = recorder('cut_off')
  start(subscribers, never)
  const elsewhere = openKernel(connection, subscribers)
  await until(async () => (await listeners()).length >= 2, 'both nodes are connected')
  // Before the cut: a listener that is back sooner than the contact is stored would have nothing to find.
  await makeContact({ ...elsewhere.runtime, notify: () => {} }, actor)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'hilo listener' and datname = current_database()`
  await until(() => seen.length === 1, 'the event arrives')
})

test('Deliveries for a subscriber of another version are left alone and cost nothing', async () => {
  const { runtime } = openKernel(connection, { of_another_version: quiet() })
  await makeContact(runtime, actor)
  let statements = 0
  const { runtime: mine, notifier } = openKernel(connection)
  const counting: typeof sql = (strings, ...values) => {
    statements++
    return sql(strings, ...values)
  }
  const { seen, subscribers } = recorder('known')
  const worker = startWorker({ ...mine, database: { ...mine.database, sql: counting } }, notifier, subscribers, {})
  await makeContact(openKernel(connection, subscribers).runtime, actor)
  await until(() => seen.length === 1, 'its own delivery is taken')
  await worker.stop()
  assert.equal((await waiting('of_another_version'))[0]?.attempts, 0)
  assert.ok(statements < 15, `${statements} statements for one delivery`)
})

describe('leases', { concurrency: true }, () => {
  test('A delivery of a killed worker is taken by another when the lease ends, not before', async () => {
    const name = 'mortal'
    const fixture = fileURLToPath(new URL('../../test/support/worker-child.ts', import.meta.url))
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

    const { readQueue } = start(subscribers)
    const [lease] = await waiting(name)
    assert.ok(lease!.seconds > 0 && lease!.seconds <= 60, `a lease of ${lease!.seconds} seconds`)
    await readQueue()
    assert.deepEqual(seen, [], 'not before the lease ends')
    await sql`update deliveries set next_try_at = now() - interval '1 second' where subscriber = ${name}`
    plain.notify()
    await until(() => seen.length === 1, 'the delivery is taken over')
    assert.equal(seen[0], id)
  })

  test('A delivery that crashes every worker is given up in the end', async () => {
    const { seen, subscribers } = recorder('deadly')
    const { runtime } = openKernel(connection, subscribers)
    await makeContact(runtime, actor)
    // Five killed workers left it like this.
    await sql`update deliveries set attempts = 5 where subscriber = 'deadly'`
    start(subscribers)
    await until(async () => (await waiting('deadly'))[0]?.dead === true, 'it is given up')
    assert.deepEqual(seen, [])
  })

  test('A worker that stops waits for running deliveries', async () => {
    let finish = () => {}
    const slow = subscriber({
      on: ['contact.created'],
      run: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    const { runtime, worker } = start({ slow })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('slow'))[0]?.attempts === 1, 'it is taken')
    let isStopped = false
    const stopped = worker.stop().then(() => (isStopped = true))
    assert.equal((await waiting('slow')).length, 1)
    assert.equal(isStopped, false)
    finish()
    await stopped
    assert.deepEqual(await waiting('slow'), [])
  })

  test('A worker that stops returns what it cannot finish, and another takes it at once', async () => {
    const stuck = subscriber({ on: ['contact.created'], run: () => new Promise(() => {}) })
    const { runtime, worker } = start({ stuck }, { drainMilliseconds: 50 })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('stuck'))[0]?.attempts === 1, 'it is taken')
    await worker.stop()
    const [returned] = await waiting('stuck')
    assert.ok(returned!.seconds <= 0)
    assert.equal(returned!.attempts, 0, 'it did not count as a try')
    const { seen, subscribers } = recorder('stuck')
    start(subscribers)
    await until(() => seen.length === 1, 'the other takes it')
  })

  test('The lease of a delivery that takes long is renewed', async () => {
    let finish = () => {}
    const patient = subscriber({
      on: ['contact.created'],
      run: () => new Promise<void>((resolve) => (finish = resolve)),
    })
    const { runtime } = start({ patient }, { leaseSeconds: 1 })
    await makeContact(runtime, actor)
    await until(async () => (await waiting('patient'))[0]?.attempts === 1, 'it is taken')
    const [taken] = await waiting('patient')
    await until(async () => (await waiting('patient'))[0]!.next_try_at > taken!.next_try_at, 'the lease is renewed')
    assert.equal((await waiting('patient'))[0]!.attempts, 1)
    finish()
    await until(async () => (await waiting('patient')).length === 0, 'it is done')
  })
})

function quiet() {
  return subscriber({ on: ['contact.created'], run: async () => {} })
}

/** A subscriber that only records its events. */
function recorder(name: string) {
  const seen: string[] = []
  const events: { name: string; account_id: string; actor: object; payload: object }[] = []
  const recording = subscriber({
    on: ['contact.created'],
    run: async (_context, event) => {
      seen.push(event.id)
      events.push(event)
    },
  })
  return { seen, events, subscribers: { [name]: recording } satisfies Subscribers }
}

/** A poll that never comes: work is taken only when it is announced. */
const never = { pollMilliseconds: 3_600_000 }

let witnesses = 0

/** A node of its own with a worker. */
function start(subscribers: Subscribers, timing?: Partial<Timing>) {
  const kernel = openKernel(connection, subscribers, timing)
  const witness = recorder(`witness_${++witnesses}`)
  const worker = startWorker(kernel.runtime, kernel.notifier, { ...subscribers, ...witness.subscribers }, {})
  /** Waits until this worker has read the queue once more. */
  const readQueue = async () => {
    const { length } = witness.seen
    await makeContact({ ...kernel.runtime, subscribersOf: () => Object.keys(witness.subscribers) }, actor)
    await until(() => witness.seen.length > length, 'the queue is read')
  }
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= worker.stop())
  after(stop)
  return { ...kernel, worker: { stop }, readQueue }
}

function listeners() {
  return sql`select from pg_stat_activity where datname = current_database() and application_name = 'hilo listener' and query like '%hilo_signals'`
}

function waiting(name: string) {
  return sql<{ attempts: number; dead: boolean; seconds: number; next_try_at: string; last_error: string | null }>`
    select attempts, next_try_at, dead_at is not null as dead, last_error, extract(epoch from next_try_at - now())::float8 as seconds
      from deliveries where subscriber = ${name}`
}
