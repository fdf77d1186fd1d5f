import assert from 'node:assert/strict'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import pg from 'pg'
import { openNode } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { spawnNode } from '#test/server-process.ts'
import { until } from '#test/wait.ts'

const { url, connection, sql, rest, key } = await openNode()

test('A node whose database lacks a migration is alive but not ready', async () => {
  const [last] = await sql<{
    name: string
  }>`delete from migrations where name = (select max(name) from migrations) returning name`
  const answer = await raw(url, 'GET', '/readyz')
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'])
  assert.match(answer.body.detail!, /not migrated/)
  assert.ok(Number(answer.headers['retry-after']) > 0)
  assert.equal((await raw(url, 'GET', '/healthz')).status, 200)
  await sql`insert into migrations (name) values (${last!.name})`
  assert.equal((await raw(url, 'GET', '/readyz')).status, 200)
})

test('A healthy node is alive and ready', async () => {
  assert.deepEqual((await raw(url, 'GET', '/healthz')).body, { status: 'ok' })
  assert.deepEqual((await raw(url, 'GET', '/readyz')).body, { status: 'ready' })
})

test('A node without its database is alive but not ready, and recovers with the database', async () => {
  const admin = new pg.Client({ ...connection, database: 'postgres' })
  await admin.connect()
  await admin.query(`alter database ${connection.database} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [connection.database])
  const answer = await raw(url, 'GET', '/readyz')
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'])
  assert.match(answer.body.detail!, /database is not responding/)
  assert.ok(Number(answer.headers['retry-after']) > 0)
  assert.equal((await raw(url, 'GET', '/healthz')).status, 200)
  await admin.query(`alter database ${connection.database} allow_connections true`)
  await admin.end()
  await until(async () => (await raw(url, 'GET', '/readyz')).status === 200, 'it is ready again')
})

test('Metrics count requests by route, never by account', async () => {
  await rest('POST', '/contacts', { key, body: { name: 'Medida', email: 'medida@example.com' } })
  await rest('GET', '/contacts/12345', { key })
  const { status, text, headers } = await raw(url, 'GET', '/metrics')
  assert.equal(status, 200)
  assert.match(headers['content-type']!, /^text\/plain/)
  assert.match(
    text,
    /hilo_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/contacts",status="201"\} 1/,
  )
  assert.match(text, /route="\/api\/v1\/contacts\/:contact_id",status="404"/)
  assert.match(text, /hilo_db_pool_connections\{pool="work",state="open"\} \d+/)
  assert.match(text, /hilo_deliveries\{measure="waiting"\} \d+/)
  assert.match(text, /process_resident_memory_bytes/)
  assert.doesNotMatch(text, /12345|medida@example|hil_/)
})

test('Unknown URLs do not create metrics', async () => {
  for (let i = 0; i < 5; i++) await raw(url, 'GET', `/nothing/${i}`)
  const { text } = await raw(url, 'GET', '/metrics')
  assert.doesNotMatch(text, /nothing/)
})

test('Without a token, metrics are for the local machine only, not through a proxy', async () => {
  const open = await spawnNode(connection, { HOST: '0.0.0.0', HILO_TRUST_PROXY: '1' })
  assert.equal((await raw(open.url, 'GET', '/metrics')).status, 200)
  for (const from of ['203.0.113.9', '127.0.0.1', '::1']) {
    const answer = await raw(open.url, 'GET', '/metrics', { headers: ['x-forwarded-for', from] })
    assert.deepEqual([answer.status, answer.body.code], [403, 'permission_denied'], from)
  }
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')
  if (outside) {
    const { port } = new URL(open.url)
    assert.equal((await raw(`http://${outside.address}:${port}`, 'GET', '/metrics')).status, 403)
  }
  open.child.kill('SIGKILL')
})

test('With a token, metrics can be read from anywhere', async () => {
  const guarded = await spawnNode(connection, { HILO_METRICS_TOKEN: 'see-the-numbers' })
  const ask = (...headers: string[]) => raw(guarded.url, 'GET', '/metrics', { headers })
  assert.equal((await ask()).status, 403)
  for (const wrong of ['see-the-numbers', 'Bearer', 'Bearer ', 'Bearer see-the-number', 'Bearer see-the-numbers2']) {
    assert.equal((await ask('authorization', wrong)).status, 403, wrong)
  }
  assert.equal((await ask('authorization', 'Bearer see-the-numbers', 'x-forwarded-for', '203.0.113.9')).status, 200)
  guarded.child.kill('SIGKILL')
})

test('A node that is shutting down is alive but not ready, and still answers', async () => {
  const { url: place, child } = await spawnNode(connection, { HILO_DRAIN_SECONDS: '1' })
  child.kill('SIGTERM')
  await until(async () => (await raw(place, 'GET', '/readyz')).status !== 200, 'it is not ready')
  const answer = await raw(place, 'GET', '/readyz')
  assert.deepEqual([answer.status, answer.body.code], [503, 'unavailable'])
  assert.match(answer.body.detail!, /shutting down/)
  assert.ok(Number(answer.headers['retry-after']) > 0)
  assert.equal((await raw(place, 'GET', '/healthz')).status, 200)
  assert.equal((await raw(place, 'GET', '/api/v1/me', { headers: ['authorization', `Bearer ${key}`] })).status, 200)
  assert.deepEqual(await once(child, 'exit'), [0, null])
})
