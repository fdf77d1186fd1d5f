import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/database.ts'
import { makeActor } from '#test/kernel.ts'
import { createKey } from '#domains/access/setup/provision.ts'
import { makeDatabase } from '#test/database.ts'
import { endDeliveryLeases } from '#test/deliveries.ts'
import { raw } from '#test/raw.ts'
import { spawnNode, untilEnded } from '#test/server-process.ts'
import { until } from '#test/wait.ts'
import { readSecret } from '#server/boot/secret.ts'

/* Documents read by nodes that die in the middle of it. In the end each is ready, and was made ready once. */

const connection = await makeDatabase()
const database = openDatabase(connection, () => {}, 3)
after(() => database.close())
const { sql } = database

/** A site whose pages can be held back. */
const waiting: ServerResponse[] = []
let held = false
const server = createServer((request, response) => {
  if (held) waiting.push(response)
  else answer(response, request.url!)
})
const answer = (response: ServerResponse, path = '/') =>
  response
    .setHeader('content-type', 'text/html')
    .end(`<h1>Página ${path}</h1>${'<p>Una frase de esta página.</p>'.repeat(80)}`)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const start = () =>
  spawnNode(connection, { HILO_OUTBOUND_ALLOW: '127.0.0.1', HILO_KEY_LIMIT: '9999999', HILO_ACCOUNT_LIMIT: '9999999' })
// This node does the work of a first start; the nodes of a test end with it.
let node = await start()
const secret = await readSecret(sql, undefined)
const actor = await makeActor({ database, secret } as never)
const { key } = await createKey(sql, {
  account_id: actor.account.id,
  user_id: actor.user_id!,
  name: 'Test',
  role: 'full',
  scopes: [],
  expires_at: null,
  created_by: { type: 'system', id: null, name: 'Test' },
  now: new Date(),
})

node.child.kill('SIGKILL')
let made = 0

async function addPages(count: number): Promise<string[]> {
  const one = async () => {
    const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
    const body = JSON.stringify({ name: `Página ${++made}`, url: `${site}/${made}` })
    const { status, body: document } = await raw(node.url, 'POST', '/api/v1/knowledge/documents', { headers, body })
    assert.equal(status, 201, JSON.stringify(document))
    return String(document.id)
  }
  return Promise.all(Array.from({ length: count }, one))
}

async function kill(): Promise<void> {
  node.child.kill('SIGKILL')
  await untilEnded(node.child)
}

/** Ends all leases at once instead of after a minute. Live workers may lose theirs too. */
async function endLeases(): Promise<void> {
  await endDeliveryLeases(sql, 'index_knowledge')
}

async function allOnce(ids: string[]): Promise<void> {
  const left = async () =>
    (await sql`select from knowledge_documents where id = any(${ids}) and status = 'pending'`).length
  await until(async () => (await left()) === 0, 'every document is read')
  const found = await sql<{ id: string; status: string; right: boolean; vectors: number; events: number }>`
    select d.id, d.status, d.chunk_count > 1 and d.chunk_count = (select count(*) from knowledge_chunks c where c.document_id = d.id) as right,
           (select count(*)::int from knowledge_vectors v where v.document_id = d.id and length(v.vectors) = d.chunk_count * 260) as vectors,
           (select count(*)::int from events e where e.name = 'knowledge_document.ready'
               and e.payload -> 'knowledge_document' ->> 'id' = d.id::text) as events
      from knowledge_documents d where d.id = any(${ids}) order by d.id`
  const once = { status: 'ready', right: true, vectors: 1, events: 1 }
  assert.deepEqual(
    found,
    ids.toSorted((a, b) => Number(a) - Number(b)).map((id) => ({ id, ...once })),
  )
}

test('If a node is killed while it fetches pages, the next node indexes the documents', async () => {
  node = await start()
  held = true
  const ids = await addPages(5)
  await until(() => waiting.length >= 5, 'every page was requested')
  await kill()
  held = false
  node = await start()
  await endLeases()
  await allOnce(ids)
})

/** Locks the passages against writes during the work. */
async function holding(work: () => Promise<void>): Promise<void> {
  const client = await database.work.connect()
  try {
    await client.query('begin')
    await client.query('lock table knowledge_chunks in share row exclusive mode')
    await work()
  } finally {
    await client.query('commit')
    client.release()
  }
}

test('If a node is killed while it saves passages, none remain, and the next node saves all of them', async () => {
  node = await start()
  const ids: string[] = []
  await holding(async () => {
    ids.push(...(await addPages(5)))
    const atIt = async () =>
      (
        await sql`
          select from pg_stat_activity
           where wait_event_type = 'Lock' and query like '%knowledge_chunks%' and datname = current_database()`
      ).length > 0
    await until(atIt, 'a node saves passages')
    await kill()
  })
  assert.deepEqual(await sql`select from knowledge_chunks where document_id = any(${ids})`, [])
  node = await start()
  await endLeases()
  await allOnce(ids)
})

test('Two workers with the same request index a document once', async () => {
  const [other] = [await start(), (node = await start())]
  const ids = await addPages(10)
  for (let i = 0; i < 10; i++) {
    await endLeases()
    await sleep(20)
  }
  await allOnce(ids)
  assert.equal(other.child.exitCode, null)
})
