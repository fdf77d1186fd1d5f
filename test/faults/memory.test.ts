import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { openNode } from '#test/node.ts'
import { raw } from '#test/raw.ts'
import { isFull } from '#test/runs.ts'
import { spawnNode } from '#test/server-process.ts'

/*
 * Memory that callers can make a node hold. `npm run bench:memory` runs the same measurements at full size and prints
 * the figures, which docs/limits.md quotes.
 */

const IDLE_READERS = isFull ? 300 : 20
const STREAMS = isFull ? 5_000 : 300
const STREAMS_PER_VISITOR = 20
const MEGABYTE = 1024 * 1024
const MAX_GROWTH = 150 * MEGABYTE

// This node only creates the workspace; the one measured is a process of its own.
const { connection, key, rest } = await openNode()
const { url } = await spawnNode(connection)
const { hostname, port } = new URL(url)
const json = { 'content-type': 'application/json' }

const inbox = await rest<{ token: string }>('POST', '/inboxes', { key, body: { name: 'Sitio', channel: 'web_widget' } })
const unknown_fields = `{${Array.from({ length: 90_000 }, (_, i) => `"f${i}":1`).join()}}`

test('Clients that never read their answers do not fill the memory', async () => {
  await staysSmall(`${IDLE_READERS} clients that never read`, async () => {
    const sockets = await Promise.all(Array.from({ length: IDLE_READERS }, askWithoutReading))
    return () => sockets.forEach((socket) => socket.destroy())
  })
})

test('Idle streams do not fill the memory', async () => {
  await staysSmall(`${STREAMS} idle streams`, async () => {
    const streams: ClientRequest[] = []
    for (let visitor = 0; visitor < STREAMS / STREAMS_PER_VISITOR; visitor++) {
      const localAddress = `127.0.${1 + Math.floor(visitor / 250)}.${1 + (visitor % 250)}`
      const token = await startChat(localAddress)
      const open = () => openStream(token, localAddress)
      streams.push(...(await Promise.all(Array.from({ length: STREAMS_PER_VISITOR }, open))))
    }
    return () => streams.forEach((stream) => stream.destroy())
  })
})

test('Bodies of a megabyte of unknown fields do not fill the memory', async () => {
  await staysSmall('30 bodies of 90,000 unknown fields', async () => {
    const authorization = ['authorization', `Bearer ${key}`]
    for (const [path, headers, status] of [
      ['/api/v1/contacts', authorization, 400],
      ['/api/mcp', authorization, 400],
      ['/api/session', [], 413],
    ] as const) {
      const sent = { headers: ['content-type', 'application/json', ...headers], body: unknown_fields }
      const answers = await Promise.all(Array.from({ length: 10 }, () => raw(url, 'POST', path, sent)))
      for (const answer of answers) assert.equal(answer.status, status, path)
    }
    return () => {}
  })
})

/** Measures the memory of the node before and while this lasts. */
async function staysSmall(what: string, begin: () => Promise<() => void>): Promise<void> {
  const before = await residentBytes()
  const end = await begin()
  const growth = (await residentBytes()) - before
  end()
  const megabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)} MB`
  if (isFull) console.log(`${what}: ${megabytes(before)} before, ${megabytes(growth)} more`)
  assert.ok(growth < MAX_GROWTH, `${what} take ${megabytes(growth)}`)
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)![1])
}

/** Asks for large answers and reads none. The first byte shows that the first was written. */
async function askWithoutReading(): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  for (const path of ['/docs', '/api/v1/openapi.json', '/docs', '/api/v1/openapi.json'])
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

async function startChat(localAddress: string): Promise<string> {
  const sent = request(`${url}/api/v1/widget/session`, { method: 'POST', localAddress, headers: json })
  sent.end(JSON.stringify({ inbox: inbox.body.token }))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = (await response.setEncoding('utf8').toArray()).join('')
  assert.equal(response.statusCode, 200, body)
  return (JSON.parse(body) as { token: string }).token
}

async function openStream(token: string, localAddress: string): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${token}` }
  const sent = request(`${url}/api/v1/widget/live`, { localAddress, headers, agent: false })
  sent.on('error', () => {}).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  response.on('error', () => {})
  await once(response, 'readable')
  return sent
}
