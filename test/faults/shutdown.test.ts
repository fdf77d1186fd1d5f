import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openNode } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { spawnNode, untilEnded } from '#test/server-process.ts'
import { until } from '#test/wait.ts'
import { findLosses, nothingLost, startWriters } from '#test/writers.ts'

const { connection, sql, key, rest } = await openNode()

describe('Shutdown', { concurrency: 2 }, () => {
  test('A request that never ends does not keep a node from shutting down', async () => {
    const { url, child } = await spawnNode(connection, { HILO_DRAIN_SECONDS: '0' })
    const { hostname, port } = new URL(url)
    const begun: Socket[] = []
    for (const words of [
      '',
      'GET /healthz HTTP/1.1\r\nhost: x\r\n',
      `POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
    ]) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(words)
      begun.push(socket)
    }
    await sleep(300)
    child.kill('SIGTERM')
    await untilEnded(child)
    assert.equal(child.exitCode, 0)
    for (const socket of begun) socket.destroy()
  })

  test('Under load, a node that shuts down is not ready at once, finishes running requests, and exits cleanly', async () => {
    const { url, child } = await spawnNode(connection, { HILO_DRAIN_SECONDS: '10' })
    const writers = startWriters(url, key, { retry: false })
    const idle = await Promise.all([visitor(url), visitor(url)])
    const { slow, release } = await hold(url)
    await until(() => writers.acknowledged.length > 20, 'there is load')

    child.kill('SIGTERM')
    await until(async () => (await raw(url, 'GET', '/readyz')).status === 503, 'it is not ready')
    assert.equal((await raw(url, 'GET', '/healthz')).status, 200)
    // From here on a load balancer sends no more requests.
    await writers.stop()
    assert.equal(writers.totals.cut, 0)
    assert.deepEqual([...new Set(writers.answers.map((each) => each.status))], [201])

    const isRefused = () =>
      raw(url, 'GET', '/healthz').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
      )
    await until(isRefused, 'it accepts no more connections')
    assert.equal(child.exitCode, null, 'it waits for the request that still runs')
    await release()
    assert.equal((await slow).status, 200)
    await untilEnded(child)
    assert.equal(child.exitCode, 0)
    assert.deepEqual(await findLosses(sql, writers.acknowledged), nothingLost)
    for (const socket of idle) socket.destroy()
  })

  test('Clients that keep sending requests get complete answers until the end, and nothing acknowledged is lost', async () => {
    const { url, child } = await spawnNode(connection, { HILO_DRAIN_SECONDS: '0' })
    const writers = startWriters(url, key, { retry: false })
    await until(() => writers.acknowledged.length > 20, 'there is load')
    child.kill('SIGTERM')
    await untilEnded(child)
    assert.equal(child.exitCode, 0)
    await writers.stop()
    for (const { status, type, text } of writers.answers) {
      assert.ok(status === 201 || status === 503, `${status} ${text}`)
      if (status === 503) assert.match(type, /^application\/problem\+json/)
    }
    assert.deepEqual(await findLosses(sql, writers.acknowledged), nothingLost)
  })

  test('Ctrl-C does not wait for a load balancer', async () => {
    const { url, child } = await spawnNode(connection, { HILO_DRAIN_SECONDS: '600' })
    const socket = await visitor(url)
    child.kill('SIGINT')
    await untilEnded(child)
    assert.equal(child.exitCode, 0)
    socket.destroy()
  })
})

/** A change that waits for a row until it is released. */
async function hold(url: string) {
  const body = { name: 'Lenta', email: `lenta.${Date.now()}@example.com` }
  const { body: contact } = await rest<{ id: string }>('POST', '/contacts', { key, body })
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select 1 from contacts where id = $1 for update', [contact.id])
  const slow = raw(url, 'PATCH', `/api/v1/contacts/${contact.id}`, {
    headers: ['authorization', `Bearer ${key}`, 'content-type', 'application/json'],
    body: '{"name": "Rápida"}',
  })
  await until(
    async () =>
      (await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length > 0,
    'the change waits',
  )
  const release = async () => {
    await holder.query('commit')
    await holder.end()
  }
  return { slow, release }
}

/** A keep-alive connection after its first answer, as browsers hold it. */
async function visitor(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  return socket
}
