import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim, markFailed, markDelivered } from './queue.ts'
import { toFailure, toOutcome } from '#domains/webhooks/rules.ts'
import type { Post } from './sender.ts'
import { startWebhookSender } from '#server/boot/webhook-sender.ts'
import { createLocalNotifier } from '#kernel/notify.ts'
import { enqueueEvent } from './enqueue.ts'
import type { Event } from '#kernel/subscriber.ts'
import { subscriberContext } from '#kernel/worker.ts'
import { registry } from '#registry'
import { openPlans } from '#test/plan.ts'
import { until } from '#test/wait.ts'
import { openWorkspace } from '#test/workspace.ts'

const { runtime, sql, act, actor } = await openWorkspace()

const good = { headers: {}, milliseconds: 1, outcome: toOutcome({ status: 200, headers: {}, body: '' }, new Date()) }
const bad = { headers: {}, milliseconds: 1, outcome: toFailure(new Error('no')) }

beforeEach(() => sql`delete from webhooks`)

const endpoint = async (name: string) =>
  (await act('create_webhook', { url: `https://${name}.example.com/`, events: ['contact.created'] })).id

/** Stores waiting deliveries, the longest waiting first. */
const wait = (webhook_id: string, count: number) => sql`
  insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, next_attempt_at, created_at, queued_at)
  select ${actor.account.id}, ${webhook_id}, 'evt_' || gen_random_uuid(), 'contact.created', '{}', 'pending',
         now() - make_interval(secs => ${count}::int - n), now(), now() from generate_series(1, ${count}::int) n`

const row = async (id: string) =>
  (
    await sql<{
      status: string
      attempts: number
      tries: number
      lease: string | null
      next_attempt_at: string | null
    }>`
      select status, attempts, tries, lease, next_attempt_at from webhook_deliveries where id = ${id}`
  )[0]!

describe('The queue', () => {
  test('hands out four deliveries per endpoint, the longest waiting first, and more once those are finished', async () => {
    const one = await endpoint('uno')
    const two = await endpoint('dos')
    await wait(one, 10)
    await wait(two, 2)
    const first = await claim(runtime, randomUUID(), 64)
    assert.deepEqual(
      [one, two].map((id) => first.filter(({ webhook_id }) => webhook_id === id).length),
      [4, 2],
    )
    const oldest = await sql<{
      id: string
    }>`select id from webhook_deliveries where webhook_id = ${one} order by id limit 4`
    const taken = first.filter(({ webhook_id }) => webhook_id === one).map(({ id }) => id)
    assert.deepEqual(taken.toSorted(), oldest.map(({ id }) => id).toSorted())
    assert.deepEqual(await claim(runtime, randomUUID(), 64), [])
    await markDelivered(
      runtime,
      first.find(({ webhook_id }) => webhook_id === one)!,
      good,
    )
    assert.equal((await claim(runtime, randomUUID(), 64)).length, 1)
  })

  test('hands out no more than the sender has room for', async () => {
    for (let i = 0; i < 3; i++) await wait(await endpoint(`n${i}`), 4)
    assert.equal((await claim(runtime, randomUUID(), 5)).length, 5)
    assert.equal((await claim(runtime, randomUUID(), 64)).length, 7)
  })

  test('takes over deliveries of a dead sender when its lease ends, and does not count its late results twice', async () => {
    await wait(await endpoint('uno'), 1)
    const [dead] = await claim(runtime, randomUUID(), 64)
    await sql`update webhook_deliveries set leased_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'`
    const [living] = await claim(runtime, randomUUID(), 64)
    assert.equal(living?.id, dead?.id)
    assert.equal(await markFailed(runtime, dead!, bad, undefined), false)
    const held = await row(living!.id)
    assert.deepEqual([held.status, held.attempts, held.lease], ['pending', 0, living!.lease])
    await markDelivered(runtime, living!, good)
    await markFailed(runtime, dead!, bad, 5)
    assert.deepEqual([(await row(living!.id)).status, (await row(living!.id)).attempts], ['delivered', 1])
  })

  test('accepts a success from a sender that has lost its lease', async () => {
    await wait(await endpoint('uno'), 1)
    const [late] = await claim(runtime, randomUUID(), 64)
    await sql`update webhook_deliveries set leased_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'`
    const [again] = await claim(runtime, randomUUID(), 64)
    await markDelivered(runtime, late!, good)
    await markFailed(runtime, again!, bad, 5)
    assert.deepEqual([(await row(late!.id)).status, (await row(late!.id)).attempts], ['delivered', 1])
  })

  test('does not retry once the endpoint has been disabled', async () => {
    const id = await endpoint('uno')
    await wait(id, 6)
    const claimed = await claim(runtime, randomUUID(), 64)
    await act('update_webhook', { webhook_id: id, enabled: false })
    assert.deepEqual(
      await sql`select status, count(*)::int as count from webhook_deliveries group by 1 order by 1`,
      [
        { status: 'failed', count: 2 },
        { status: 'pending', count: 4 },
      ],
      'a delivery being sent continues',
    )
    assert.equal(await markFailed(runtime, claimed[0]!, bad, 5), true)
    const { status, next_attempt_at } = await row(claimed[0]!.id)
    assert.deepEqual([status, next_attempt_at], ['failed', null])
  })

  test('reads only waiting deliveries, however many have been sent or wait for another endpoint', async () => {
    const [busy, idle] = [await endpoint('lento'), await endpoint('listo')]
    await wait(busy, 5000)
    await wait(idle, 1)
    await sql`
      insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, created_at, queued_at)
      select ${actor.account.id}, ${busy}, 'evt_' || gen_random_uuid(), 'contact.created', '{}', 'delivered', now(), now() from generate_series(1, 20000)`
    await sql`
      update webhook_deliveries set leased_until = now() + interval '1 minute', lease = gen_random_uuid()
       where id in (select id from webhook_deliveries where webhook_id = ${busy} and status = 'pending' limit 4)`
    await runtime.database.work.query('vacuum analyze webhook_deliveries')
    const claimed = await claim(runtime, randomUUID(), 64)
    assert.deepEqual(
      claimed.map(({ webhook_id }) => webhook_id),
      [idle],
    )
    const { planWhile } = openPlans(runtime, actor)
    const plan = await planWhile((ctx) => {
      const database = { ...runtime.database, work: poolRunning(ctx.sql) }
      return claim({ ...runtime, database } as never, randomUUID(), 64)
    })
    assert.ok(plan.rows('webhook_deliveries') < 40, plan.text)
  })
})

describe('Senders', () => {
  test('on two servers send everything once, with at most four at a time per endpoint', async () => {
    const ids = [await endpoint('uno'), await endpoint('dos')]
    for (const id of ids) await wait(id, 60)
    const sent: string[] = []
    const now = new Map<string, number>()
    let most = 0
    const post: Post = async (url, _body, headers) => {
      now.set(url, (now.get(url) ?? 0) + 1)
      most = Math.max(most, now.get(url)!)
      await sleep(Math.random() * 10)
      now.set(url, now.get(url)! - 1)
      sent.push(`${url} ${headers['webhook-id']}`)
      return { status: 200, headers: {}, body: '' }
    }
    const senders = [1, 2].map(() => startWebhookSender(runtime, post, [1], createLocalNotifier()))
    const countPending = async () => (await sql`select from webhook_deliveries where status = 'pending'`).length
    await until(async () => (await countPending()) === 0, 'everything is sent')
    await Promise.all(senders.map(({ stop }) => stop()))
    assert.equal(sent.length, 120)
    assert.equal(new Set(sent).size, 120)
    assert.equal(most, 4)
  })

  test('return their unfinished deliveries when they stop', async () => {
    await wait(await endpoint('uno'), 1)
    let called = 0
    const never: Post = () => new Promise(() => void called++)
    const hasty = { ...runtime, timing: { drainMilliseconds: 5_000 } }
    const { stop } = startWebhookSender(hasty, never, [1], createLocalNotifier())
    await until(() => called === 1, 'it is being sent')
    const stopped = stop()
    await sleep(10)
    assert.equal(
      (await sql`select from webhook_deliveries where leased_until is not null`).length,
      1,
      'it is waited for',
    )
    await stopped
    const [delivery] = await sql<{ status: string; attempts: number; due: boolean; lease: string | null }>`
      select status, attempts, next_attempt_at <= now() as due, lease from webhook_deliveries`
    assert.deepEqual(delivery, { status: 'pending', attempts: 0, due: true, lease: null })
  })

  test('continue after the database was briefly unavailable', async () => {
    await wait(await endpoint('uno'), 3)
    let broken = 2
    const { work } = runtime.database
    const connect = () => (broken-- > 0 ? Promise.reject(new Error('away')) : work.connect())
    const flaky = { ...runtime, database: { ...runtime.database, work: { connect } as never } }
    const post: Post = async () => ({ status: 200, headers: {}, body: '' })
    const notifier = createLocalNotifier()
    const { stop } = startWebhookSender(flaky, post, [1], notifier)
    const countPending = async () => {
      notifier.notify()
      return (await sql`select from webhook_deliveries where status = 'pending'`).length
    }
    await until(async () => (await countPending()) === 0, 'everything is sent')
    await stop()
  })
})

test('An event processed twice, at once or later, is queued once per endpoint', async () => {
  const ids = [await endpoint('uno'), await endpoint('dos')]
  await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  const [event] = await sql<Event>`select * from events where name = 'contact.created' order by sequence desc limit 1`
  const enqueue = () => enqueueEvent(subscriberContext(runtime, registry, event!), event!, () => ({}))
  await Promise.all([enqueue(), enqueue(), enqueue()])
  assert.equal(await enqueue(), true)
  const rows = await sql<{ webhook_id: string; message_id: string; body: string }>`
    select webhook_id, message_id, body from webhook_deliveries order by webhook_id`
  assert.deepEqual(
    rows.map(({ webhook_id }) => webhook_id),
    ids.toSorted((a, b) => Number(a) - Number(b)),
  )
  assert.deepEqual([...new Set(rows.map(({ message_id }) => message_id))], [`evt_${event!.id}`])
  assert.equal(JSON.parse(rows[0]!.body).id, `evt_${event!.id}`)
})

/** A pool with one connection that runs each statement through `run`, which records its query plan. */
function poolRunning(run: (strings: TemplateStringsArray, ...values: unknown[]) => Promise<object[]>) {
  const query = async ({ text, values = [] }: { text: string; values?: unknown[] }) => {
    if (/^(begin|commit|rollback)/.test(text)) return { rows: [], command: text.toUpperCase() }
    const pieces = text.split(/\$\d+/)
    const strings = Object.assign(pieces, { raw: pieces }) as unknown as TemplateStringsArray
    const order = [...text.matchAll(/\$(\d+)/g)].map((match) => values[Number(match[1]) - 1])
    return { rows: await run(strings, ...order), command: 'SELECT' }
  }
  return { connect: async () => ({ query, release: () => {} }) }
}
