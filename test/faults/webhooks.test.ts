import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#db/database.ts'
import { endDeliveryLeases } from '#test/deliveries.ts'
import { raw } from '#test/raw.ts'
import { openReceiver } from '#test/receiver.ts'
import { untilEnded, installHilo, postmasterIn } from '#test/server-process.ts'
import { until } from '#test/wait.ts'
import { findLosses, nothingLost, startWriters } from '#test/writers.ts'

/**
 * Webhooks to a receiver that fails at random, while the server is killed again and again and its database restarted.
 * The full proof takes some minutes: `EVENTS=10000 KILLS=10 npm test -- test/faults/webhooks.test.ts`
 */
const EVENTS = Number(process.env.EVENTS ?? 300)
const KILLS = Number(process.env.KILLS ?? 3)
const SECONDS = 1000

test(
  `${EVENTS} events arrive although the receiver fails, the server is killed ${KILLS} times and the database once`,
  { timeout: 86_400_000 },
  async (t) => {
    const hilo = await installHilo({
      HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
      // Retries twice a second, often enough that random failures exhaust no delivery.
      HILO_WEBHOOK_RETRY_SCHEDULE: Array(50).fill('0.5').join(','),
    })
    let server = await hilo.start()
    const { key } = await hilo.makeWorkspace()
    const receiver = await openMoody()
    const { secret } = await subscribe(hilo.url, key, receiver.url)
    assert.ok(secret)

    const writers = startWriters(hilo.url, key, { timeout: 60 * SECONDS })
    const reached = (part: number) =>
      until(() => writers.acknowledged.length >= EVENTS * part, 'there is load', 600 * SECONDS)
    try {
      await reached(1 / (KILLS + 2))
      process.kill(postmasterIn(hilo.folder), 'SIGQUIT')
      for (let round = 1; round <= KILLS; round++) {
        await reached((round + 1) / (KILLS + 2))
        server.child.kill('SIGKILL')
        await untilEnded(server.child)
        server = await hilo.start()
        await using(hilo.open, endLeases)
      }
      await reached(1)
    } finally {
      await writers.stop()
    }

    await using(hilo.open, async ({ sql }) => {
      assert.deepEqual(await findLosses(sql, writers.acknowledged), nothingLost)
      const happened = await sql<{ id: string; contact_id: string }>`
      select id, payload -> 'contact' ->> 'id' as contact_id from events where name = 'contact.created'`
      assert.ok(happened.length >= EVENTS)
      const lost = () => happened.filter(({ id }) => !receiver.taken.has(`evt_${id}`))
      await until(() => lost().length === 0, 'everything has arrived', 600 * SECONDS)
      assert.equal(receiver.taken.size, happened.length, 'and nothing else')
      for (const { id, contact_id } of happened)
        assert.deepEqual([...receiver.eventIds.get(contact_id)!], [`evt_${id}`], 'every attempt has the same id')
      const settled = async () =>
        (await sql`select from webhook_deliveries where status <> 'delivered'`).length === 0 &&
        (await sql`select from deliveries where subscriber = 'queue_webhooks'`).length === 0
      await until(settled, 'nothing is left to be sent')
      const [{ deliveries } = {}] = await sql<{
        deliveries: number
      }>`select count(*)::int as deliveries from webhook_deliveries`
      assert.equal(deliveries, happened.length, 'each event is in the queue once')
      const calls = receiver.calls()
      t.diagnostic(
        `${happened.length} events, ${calls} calls, ${calls - receiver.refused() - receiver.taken.size} of them repeated; ` +
          `${receiver.refused()} refused or cut by the receiver, 0 lost`,
      )
    })
  },
)

/** A receiver that accepts and records two calls of three, and refuses or cuts off the rest. */
async function openMoody() {
  const { url, answers, requests } = await openReceiver()
  const taken = new Set<string>()
  const eventIds = new Map<string, Set<string>>()
  let refused = 0
  answers(({ headers, body }, response) => {
    const id = String(headers['webhook-id'])
    const contact_id = (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id
    eventIds.set(contact_id, (eventIds.get(contact_id) ?? new Set()).add(id))
    const mood = Math.random()
    if (mood < 0.67) {
      taken.add(id)
      return void response.end('ok')
    }
    refused++
    if (mood < 0.9) response.writeHead(500).end('no')
    else response.destroy()
  })
  return { url, taken, eventIds, calls: () => requests.length, refused: () => refused }
}

async function subscribe(base: string, key: string, url: string): Promise<{ secret: string }> {
  const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
  const body = JSON.stringify({ url, events: ['contact.created'] })
  const answer = await raw(base, 'POST', '/api/v1/webhooks', { headers, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body as { secret: string }
}

/** Ends all leases at once instead of after a minute. */
async function endLeases({ sql }: Database): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '1 second', lease = null, leased_until = null where leased_until is not null`
  await endDeliveryLeases(sql, 'queue_webhooks')
}

async function using(open: () => Promise<Database>, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await open()
  await work(database).finally(() => database.close())
}
