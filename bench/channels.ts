import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { type Connection, type Database, openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { freePort, toUrl } from '#test/address.ts'
import { addInboxes, fillOutbox, type Inbound, webhookOf } from './channels-data.ts'
import { median } from './load.ts'

/**
 * `npm run bench:channels`: WhatsApp webhooks accepted and processed per second, each compared with a bare route that stores
 * the same bytes with one insert; and messages sent per second through a provider on this machine, compared with bare POSTs to it.
 * Product and bare limit take turns, so that other work on the machine affects both. COUNT and ROUNDS lengthen the run.
 */
const COUNT = Number(process.env.COUNT ?? 500)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const AT_ONCE = 16
/** As many as the product sends at once. */
const SENDS_AT_ONCE = 64

const embedded = await startEmbedded('data/bench', { shared_buffers: '512MB' })
const children: (() => Promise<void>)[] = []
const provider = await listen()
try {
  const connection = await createDatabase('bench_channels')
  const database = openDatabase(connection, () => {}, 4)
  await migrate(database.work)
  const inbound = await addInboxes(database.sql)
  const hilo = await start('bin/hilo.mjs', connection, { HILO_GRAPH_URL: provider.url })
  const bare = await start('bench/channels-bare.ts', connection, { BENCH_INBOX: JSON.stringify(inbound) })
  await measureAll(database, { hilo, bare, inbound })
  await database.close()
} finally {
  await Promise.all(children.map((stop) => stop()))
  provider.close()
  await embedded.stop()
}

type Ground = { hilo: string; bare: string; inbound: Inbound }

async function measureAll(database: Database, { hilo, bare, inbound }: Ground): Promise<void> {
  const rates = { insert: [], accepted: [], processed: [], post: [], sent: [] } as Record<string, number[]>
  // The first round warms plans, caches and compiled code.
  for (let round = 0; round <= ROUNDS; round++) {
    const figures = {
      insert: await post(`${bare}/store`, inbound, COUNT, AT_ONCE),
      accepted: await post(`${hilo}/channels/whatsapp/${inbound.token}`, inbound, COUNT, AT_ONCE),
      processed: await processStored(database, inbound),
      post: await post(`${provider.url}/messages`, inbound, COUNT, SENDS_AT_ONCE),
      sent: await sendQueued(database, inbound),
    }
    if (round > 0) for (const [name, figure] of Object.entries(figures)) rates[name]!.push(figure)
  }
  const of = (name: string) => median(rates[name]!)
  const row = (name: string, limit: string) => ({
    'per second': Math.round(of(name)),
    'bare limit': Math.round(of(limit)),
    ratio: Number((of(name) / of(limit)).toFixed(2)),
  })
  console.table({
    'webhooks accepted': row('accepted', 'insert'),
    'webhooks processed': row('processed', 'insert'),
    'messages sent': row('sent', 'post'),
  })
}

/** Posts signed webhooks of different people, and returns how many were accepted per second. */
async function post(url: string, inbound: Inbound, count: number, at_once: number): Promise<number> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: at_once })
  const requests = Array.from({ length: count }, () => webhookOf(inbound))
  let next = 0
  const one = async () => {
    for (let request = requests[next++]; request; request = requests[next++]) {
      const answer = await pool.request({ path: pathname, method: 'POST', ...request })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
    }
  }
  const rate = await perSecond(count, () => Promise.all(Array.from({ length: at_once }, one)))
  await pool.close()
  return rate
}

/** Waits until the accepted webhooks are processed, then measures as many that are stored at once. */
async function processStored({ sql }: Database, inbound: Inbound): Promise<number> {
  const countWaiting = async () =>
    (await sql<{ count: number }>`select count(*)::int from channel_events where next_try_at is not null`)[0]!.count
  while ((await countWaiting()) > 0) await sleep(50)
  const bodies = Array.from({ length: COUNT }, () => webhookOf(inbound).body.toString('utf8'))
  await sql`
    insert into channel_events (account_id, inbox_id, body, received_at, next_try_at)
    select ${inbound.account_id}, ${inbound.inbox_id}, convert_to(body, 'UTF8'), now(), now()
      from unnest(${bodies}::text[]) body`
  return drain(countWaiting)
}

/** Queues one message to each of many people, and measures until the provider has accepted all of them. */
async function sendQueued({ sql }: Database, inbound: Inbound): Promise<number> {
  await fillOutbox(sql, inbound, COUNT)
  return drain(async () => (await sql<{ count: number }>`select count(*)::int from channel_outbox`)[0]!.count)
}

/** How fast a queue empties, from the first entry that left it. */
async function drain(count: () => Promise<number>): Promise<number> {
  const all = await count()
  let left = all
  const look = async () => {
    await sleep(10)
    left = await count()
  }
  while (left === all) await look()
  return perSecond(left, async () => {
    while (left > 0) await look()
  })
}

async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return count / ((performance.now() - begun) / 1000)
}

/** A provider that accepts everything. */
async function listen() {
  let id = 0
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ messaging_product: 'whatsapp', messages: [{ id: `wamid.bench${id++}` }] }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/** An empty database; figures would otherwise depend on earlier runs. */
async function createDatabase(name: string): Promise<Connection> {
  const admin = new pg.Client({ ...embedded.connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  return { ...embedded.connection, database: name }
}

/** Starts a server of its own process, and returns its address once it is ready. */
async function start(file: string, connection: Connection, env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, [file, 'start'], {
    stdio: ['ignore', openSync('/dev/null', 'w'), 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: toUrl(connection),
      HILO_DEMO: '0',
      HILO_OPEN_LIMIT: '100000',
      HILO_OUTBOUND_ALLOW: '127.0.0.0/8',
      ...env,
    },
  })
  children.push(async () => {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await sleep(50)
  }
  return url
}
