import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUnavailable, transaction } from '#db/database.ts'
import { invoke } from '#kernel/invoke.ts'
import { makeDatabase } from '#test/database.ts'
import { makeActor, makeContact, openKernel } from '#test/kernel.ts'
import { until } from '#test/wait.ts'
import { registry } from '#registry'

const { runtime, sql } = openKernel(await makeDatabase())
const pool = runtime.database.work
await sql`create table notes (word text primary key)`

test('what is written in a transaction is there when it is acknowledged, and seen by nobody before', async () => {
  const answer = await transaction(pool, async (own) => {
    await own`insert into notes values ('written')`
    assert.deepEqual(await words(), [])
    return 'done'
  })
  assert.equal(answer, 'done')
  assert.deepEqual(await words(), ['written'])
})

test('an error undoes all of it', async () => {
  const failing = transaction(pool, async (own) => {
    await own`insert into notes values ('half')`
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, { message: 'changed my mind' })
  assert.deepEqual(await words(), ['written'])
})

test('an SQL error that somebody swallowed never becomes an acknowledged commit', async () => {
  const swallowing = transaction(pool, async (own) => {
    await own`insert into notes values ('before the error')`
    await own`insert into notes values ('written')`.catch(() => {})
    return 'all is well'
  })
  await assert.rejects(swallowing, /The transaction was undone/)
  const atTheEnd = transaction(pool, async (own) => {
    await own`insert into notes values ('before the error')`
    own`insert into notes values ('written')`.catch(() => {}) // Nobody waits for it either.
    return 'all is well'
  })
  await assert.rejects(atTheEnd, /The transaction was undone/)
  assert.deepEqual(await words(), ['written'])
})

test('a failing last statement undoes all that came before it', async () => {
  const failing = transaction(
    pool,
    (own) => own`insert into notes values ('first')`,
    (own) => own`insert into notes values ('written')`,
  )
  await assert.rejects(failing, { code: '23505' })
  assert.deepEqual(await words(), ['written'])
})

test('a last statement that fails before it is sent undoes all that came before it', async () => {
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

test('a change whose event cannot be written does not happen', async () => {
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

test('a change whose answer is not what was promised does not happen', async () => {
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

test('of statements that travel together the one that failed is told, not the one behind it', async () => {
  const slow = transaction(pool, async (own) => {
    await own`set local statement_timeout = 50`
    const first = (async () => (await own`select pg_sleep(5)`).map((row) => row))()
    await Promise.all([first.then((rows) => rows), own`select 1`])
  })
  await assert.rejects(slow, { code: '57014' })
  await goesOn()
})

test('a connection killed between two statements leaves nothing, and the pool goes on', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    await kill(backend!.pid)
    await own`insert into notes values ('after the cut')`
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await goesOn()
})

test('a connection killed while a statement runs leaves nothing, and the pool goes on', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    setTimeout(() => void kill(backend!.pid), 50)
    await own`select pg_sleep(30)`
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await goesOn()
})

test('a connection killed while its transaction does something else is noticed at the commit', async () => {
  const cut = transaction(pool, async (own) => {
    await own`insert into notes values ('cut off')`
    const [backend] = await own<{ pid: number }>`select pg_backend_pid() as pid`
    await kill(backend!.pid)
  })
  await assert.rejects(cut, (error) => isUnavailable(error))
  await goesOn()
})

test('when every connection of the pool is killed at once, the next transactions succeed', async () => {
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
  await goesOn()
})

test('a transaction that waits too long for a connection is refused as unavailable, not kept for ever', async () => {
  const held = Array.from({ length: 6 }, () => transaction(pool, (own) => own`select pg_sleep(6)`))
  const begun = performance.now()
  const late = transaction(pool, (own) => own`select 1`)
  await assert.rejects(late, (error) => isUnavailable(error))
  assert.ok(performance.now() - begun < 6_000)
  await Promise.all(held)
})

async function words(): Promise<string[]> {
  return (await sql<{ word: string }>`select word from notes order by word`).map((row) => row.word)
}

async function kill(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 5000)`
}

/** Nothing of what was cut off is there, and no connection is stuck or lost. */
async function goesOn(): Promise<void> {
  assert.deepEqual(await words(), ['written'])
  await Promise.all(Array.from({ length: 12 }, () => transaction(pool, (own) => own`select 1`)))
  const [stuck] = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`
  assert.equal(stuck?.count, 0)
  assert.ok(pool.totalCount <= 6)
}
