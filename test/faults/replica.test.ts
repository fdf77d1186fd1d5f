import assert from 'node:assert/strict'
import { appendFile, chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { startEmbedded } from '#db/embedded.ts'
import { toUrl } from '#test/address.ts'
import { generous } from '#test/limits.ts'
import { raw } from '#test/raw.ts'
import { makeWorkspaceIn, spawnNode } from '#test/server-process.ts'
import { until } from '#test/wait.ts'

/** A primary and its streaming replica, with a server on both. */

const folder = await mkdtemp(join(tmpdir(), 'hilo-replica-'))
await chmod(folder, 0o711)
const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
/** Run in reverse order: the servers stop once nothing is connected to them. */
const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
after(async () => {
  for (const end of ends.toReversed()) await end()
})

// A copy of a stopped server is a base backup.
await (await startEmbedded(first)).stop()
await cp(first, second, { recursive: true, filter: (path) => !/hilo\.pid$|run$/.test(path) })
const primary = await startEmbedded(first)
ends.push(() => primary.stop())
await appendFile(join(second, 'postgres', 'standby.signal'), '')
const { host, port } = primary.connection
const startReplica = () => startEmbedded(second, { primary_conninfo: `host=${host} port=${port} user=hilo` })
let replica = await startReplica()
ends.push(() => replica.stop())

const env = { ...generous, DATABASE_REPLICA_URL: toUrl(replica.connection) }
const { url } = await spawnNode(primary.connection, env, (end) => ends.push(end))
const database = openDatabase(primary.connection, () => {}, 2)
ends.push(() => database.close())
const { key } = await makeWorkspaceIn(database)
const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
let written = 0

/** Creates a contact and searches for it at once. */
async function findsOwnWrite(): Promise<boolean> {
  const email = `cliente${written++}@example.com`
  const created = await raw(url, 'POST', '/api/v1/contacts', {
    headers,
    body: JSON.stringify({ name: 'Marta', email }),
  })
  const found = await raw(url, 'GET', '/api/v1/contacts?query=marta', { headers })
  const items = (found.body.items ?? []) as { id: string }[]
  return items.some(({ id }) => id === created.body.id)
}

/** Runs a statement on the replica. */
async function onReplica(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client(replica.connection)
  await client.connect()
  return client.query(text).finally(() => client.end())
}

const isReplicaRead = async () => {
  assert.ok(await findsOwnWrite())
  const { rows } = await onReplica(
    `select from pg_stat_activity where application_name = 'hilo' and query like '%from contacts%'`,
  )
  return rows.length > 0
}

test('Search reads from the replica, and finds what the caller has just written', async () => {
  await until(isReplicaRead, 'the replica is read')
  for (let i = 0; i < 50; i++) assert.ok(await findsOwnWrite(), `write ${i}`)
})

test('A replica that falls behind is not read', async () => {
  await onReplica('select pg_wal_replay_pause()')
  for (let i = 0; i < 10; i++) assert.ok(await findsOwnWrite(), `write ${i}`)
  await onReplica('select pg_wal_replay_resume()')
})

test('Without its replica everything works, and it is read again once it is back', async () => {
  await replica.stop()
  for (let i = 0; i < 10; i++) assert.ok(await findsOwnWrite(), `write ${i}`)
  assert.equal((await raw(url, 'GET', '/api/v1/reports/conversations', { headers })).status, 200)
  replica = await startReplica()
  await until(isReplicaRead, 'the replica is read again')
})
