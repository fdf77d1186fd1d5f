import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnavailable, openDatabase, transaction } from '#db/database.ts'
import { invoke } from '#kernel/invoke.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { until } from '#test/wait.ts'
import { registry } from '#registry'

const connection = await makeDatabase()
const { runtime, sql } = openKernel(connection)
const pool = runtime.database.work
await sql`create table notes (word text primary key)`

test('Rows of a transaction are visible once it commits, and not before', async () => {
  const answer = await transaction(pool, async (own) => {
    await own`insert into notes values ('written')`
    assert.deepEqual(await words(), [])
    return 'done'
  })
  assert.equal(answer, 'done')
  assert.deepEqual(await words(), ['written'])
})

test('An error rolls everything back', async () => {
  const failing = transaction(pool, async (own) => {
    await own`insert into notes values ('half')`
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, { message: 'changed my mind' })
  assert.deepEqual(await words(), ['written'])
})

test('An SQL error that the code ignored never ends in a confirmed commit', async () => {
  const swallowing = transaction(pool, async (own) => {
    await own`insert into notes values ('before the error')`
    await own`insert into notes values ('written')`.catch(() => {})
    return 'all is well'
  })
  await assert.rejects(swallowing, /The transaction was rolled back/)
  const atTheEnd = transaction(pool, async (own) => {
    await own`insert into notes values ('before the error')`
    own`insert into notes values ('written')`.catch(() => {}) // Nobody waits for it either.
    return 'all is well'
  })
  await assert.rejects(atTheEnd, /The transaction was rolled back/)
  assert.deepEqual(await words(), ['written'])
})

test('A failing last statement rolls back everything before it', async () => {
  const failing = transaction(
    pool,
    (own) => own`insert into notes values ('first')`,
    (own) => own`insert into notes values ('written')`,
  )
  await assert.rejects(failing, { code: '23505' })
  assert.deepEqual(await words(), ['written'])
})

test('A last statement that fails before it is sent rolls back everything before it', async () => {
  const neverSent = transaction(
    pool,
    (own) => own`insert into notes values ('first')`,
    async () => {
      throw new Error('nothing to send')
    },
  )
  await assert.rejects(neverSent, { message: 'nothing to send' })
  assert.deepEqual(await words(), ['written'])
})

test('A change whose event cannot be stored does not happen', async () => {
  const actor = await makeActor(runtime)
  const silent = {
    ...runtime,
    subscribersOf: () => {
      throw new Error('nobody knows who wants it')
    },
  }
  await assert.rejects(makeContact(silent, actor, 'unheard@example.com'), /nobody knows/)
  assert.deepEqual(await sql`select 1 from contacts where email = 'unheard@example.com'`, [])
})

test('A change whose result does not match its schema does not happen', async () => {
  const actor = await makeActor(runtime)
  const { create_contact } = registry
  const op = {
    ...create_contact,
    run: async (...args: Parameters<typeof create_contact.run>) => ({ ...(await create_contact.run(...args)), id: 7 }),
  } as unknown as typeof create_contact
  const input = { name: 'Cliente', email: 'unpromised@example.com' }
  await assert.rejects(invoke(runtime, ['create_contact', op], actor, input, { request_id: 'test-request' }))
  assert.deepEqual(await sql`select 1 from contacts where email = 'unpromised@example.com'`, [])
  assert.deepEqual(await sql`select 1 from events where account_id = ${actor.account.id}`, [])
})

test('Of statements sent together, the error reported is that of the one that failed', async () => {
  const slow = transaction(pool, async (own) => {
    await own`set local statement_timeout = 50`
    const first = (async () => (await own`select pg_sleep(5)`).map((row) => row))()
    await Promise.all([first.then((rows) => rows), own`select 1`])
  })
  await assert.rejects(slow, { code: '57014' })
  await poolRecovers()
})

test('A connection killed between two statements leaves nothing, and the pool recovers', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    await kill(backend!.pid)
    await own`insert into notes values ('after the cut')`
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await poolRecovers()
})

test('A connection killed while a statement runs leaves nothing, and the pool recovers', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    const sleeping = own`select pg_sleep(30)`
    sleeping.catch(() => {})
    await until(
      async () =>
        (await sql`select from pg_stat_activity where pid = ${backend!.pid} and wait_event = 'PgSleep'`).length > 0,
      'it runs',
    )
    await kill(backend!.pid)
    await sleeping
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await poolRecovers()
})

test('A connection killed while its transaction is idle is noticed at the commit', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    await kill(backend!.pid)
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await poolRecovers()
})

test('When every connection of the pool is killed at once, the next transactions succeed', async () => {
  await Promise.all(Array.from({ length: 6 }, () => transaction(pool, (own) => own`select pg_sleep(0.05)`)))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hilo' and pid <> pg_backend_pid()`
  await until(async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => transaction(pool, (own) => own`select 1`)),
    )
    return outcomes.every((each) => each.status === 'fulfilled')
  }, 'all six connections work again')
  await poolRecovers()
})

test('A transaction that waits too long for a connection is refused as unavailable', async () => {
  const impatient = openDatabase({ ...connection, connectionTimeoutMillis: 100 }, () => {}, 1)
  let release = () => {}
  const busy = transaction(impatient.work, () => new Promise<void>((resolve) => (release = resolve)))
  await assert.rejects(
    transaction(impatient.work, (own) => own`select 1`),
    (error) => isUnavailable(error),
  )
  release()
  await busy
  await impatient.close()
})

async function words(): Promise<string[]> {
  return (await sql<{ word: string }>`select word from notes order by word`).map((row) => row.word)
}

async function kill(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 5000)`
}

/** Nothing of the interrupted transaction is stored, and no connection is stuck or lost. */
async function poolRecovers(): Promise<void> {
  assert.deepEqual(await words(), ['written'])
  await Promise.all(Array.from({ length: 12 }, () => transaction(pool, (own) => own`select 1`)))
  const [stuck] = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`
  assert.equal(stuck?.count, 0)
  assert.ok(pool.totalCount <= 6)
}
