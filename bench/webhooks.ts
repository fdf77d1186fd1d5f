import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { type Connection, openDatabase } from '#db/database.ts'

type Ground = { hilo: string; key: string; connection: Connection; deliveries?: number }

const AT_ONCE = 4
const TIMED = 200

/**
 * Webhooks of the running server, which must have HILO_OUTBOUND_ALLOW=127.0.0.0/8 (otherwise the result is undefined):
 * deliveries per second to one endpoint, compared with a bare loop of POSTs of the same concurrency; and, while another
 * endpoint hangs, the milliseconds from the commit of a contact to its delivery.
 */
export async function throughWebhooks({ hilo, key, connection, deliveries = 5_000 }: Ground) {
  const database = openDatabase(connection, () => {}, 2)
  const receiver = await listen()
  const hanging = await listen(true)
  const made: string[] = []
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${hilo}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: (await answer.json()) as { id: string } }
  }
  const subscribe = async (url: string, events: string[]) => {
    const { status, body } = await call('/webhooks', { url, events })
    if (status !== 201) return undefined
    made.push(body.id)
    return body.id
  }
  try {
    const id = await subscribe(receiver.url, ['webhook.test', 'contact.created'])
    if (!id || !(await subscribe(hanging.url, ['contact.created']))) return undefined
    const body = JSON.stringify({ type: 'contact.created', data: { object: { name: 'x'.repeat(1_000) } } })
    const bare = await perSecond(deliveries, () => loop(receiver.url, body, deliveries))
    const first = receiver.reset()
    // They are due slightly later, so that the queue is full when delivery starts.
    await database.sql`
      insert into webhook_deliveries (account_id, webhook_id, message_id, event, body, status, next_attempt_at, created_at, queued_at)
      select account_id, id, 'evt_' || gen_random_uuid(), 'contact.created', ${body}, 'pending', now() + interval '2 seconds', now(), now()
        from webhooks, generate_series(1, ${deliveries}::int) where id = ${id}`
    await first
    const ours = await perSecond(deliveries, async () => {
      while (receiver.ids.size < deliveries) await sleep(5)
    })

    const times: number[] = []
    for (let i = 0; i < TIMED; i++) {
      const { status, body } = await call('/contacts', {
        name: 'Bench',
        email: `webhook.${i}.${Date.now()}@example.com`,
      })
      if (status !== 201) throw new Error(`A contact was answered with ${status}`)
      const committed = performance.now()
      while (!receiver.contacts.has(body.id)) await sleep(1)
      times.push(performance.now() - committed)
    }
    times.sort((a, b) => a - b)
    const [p50, p95] = [0.5, 0.95].map((part) => times[Math.floor(TIMED * part)]!) as [number, number]
    return { bare, ours, p50, p95, held: hanging.open() }
  } finally {
    await database.sql`delete from webhooks where id = any(${made}::bigint[])`
    await database.sql`delete from contacts where email like 'webhook.%@example.com'`
    await database.close()
    for (const { server } of [receiver, hanging]) {
      server.closeAllConnections()
      server.close()
    }
  }
}

async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return count / ((performance.now() - begun) / 1000)
}

/** The same calls at full speed, each on a new connection, as in the product. */
async function loop(url: string, body: string, count: number): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const answer = await request(url, { method: 'POST', body, reset: true })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

/** A receiver that answers at once, or never. */
async function listen(hangs = false) {
  const ids = new Set<string>()
  const contacts = new Set<string>()
  let begun: (() => void) | undefined
  let open = 0
  const server: Server = createServer(async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const event = JSON.parse(Buffer.concat(pieces).toString()) as { data: { object: { id?: string } } }
    ids.add(String(incoming.headers['webhook-id']))
    if (event.data.object.id) contacts.add(event.data.object.id)
    begun?.()
    open++
    response.on('close', () => open--)
    if (!hangs) response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids,
    contacts,
    /** Clears the recorded calls; resolves at the next one. */
    reset: () => {
      ids.clear()
      return new Promise<void>((resolve) => (begun = resolve))
    },
    open: () => open,
  }
}
