import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createServer } from '#doors/http.ts'
import { until } from '#test/wait.ts'

const TIMEOUT_MS = 300

const settings = { log: pino({ level: 'silent' }), base_url: 'http://localhost', trust_proxy: false }
const app = createServer({ ...settings, body_timeout_ms: TIMEOUT_MS, read_timeout_ms: TIMEOUT_MS })
app.post('/plain', async ({ body }) => body)
app.post('/files', { config: { files: true } }, async ({ raw }) => ({ size: (await text(raw)).length }))
const large = Buffer.alloc(32 * 1024 * 1024, 'x')
app.get('/large', (_request, reply) => reply.send(large))
let finish = () => {}
app.get('/slow', (_request, reply) => {
  const rest = new Promise<string>((resolve) => (finish = () => resolve('last')))
  async function* made() {
    yield 'first '
    yield await rest
  }
  return reply.send(Readable.from(made()))
})
await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())

/** A busy machine may keep even a steady reader from reading for longer than the short time. */
const patient = createServer({ ...settings, read_timeout_ms: 60_000 })
patient.get('/large', (_request, reply) => reply.send(large))
await patient.listen({ port: 0, host: '127.0.0.1' })
after(() => patient.close())

for (const path of ['/plain', '/files'])
  test(`A request to ${path} whose JSON does not arrive in time is answered with 408`, async () => {
    await timeOut(path)
  })

test('An upload may take longer than other requests', async () => {
  const { socket, answer } = begin('/files', 'multipart/form-data; boundary=x', 10)
  socket.write('x'.repeat(9))
  await timeOut('/plain')
  socket.end('x')
  assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*"size":10/)
})

test('A connection may stay open once its request has arrived', async () => {
  const { socket, answer } = begin('/plain', 'application/json', 7)
  socket.write('{"a":1}')
  await once(socket, 'readable')
  await timeOut('/plain')
  socket.write('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 404 /)
})

test('A client that does not read its answer is disconnected; one whose answer takes long to make is not', async () => {
  const slow = ask('/slow')
  const answer = text(slow)
  await until(async () => (await connections()) === 1, 'only this one is connected')
  const idle = ask('/large')
  await once(idle, 'readable')
  assert.equal(await connections(), 2)
  // The answer is larger than all buffers on the way, and the client reads nothing more of it.
  await until(async () => (await connections()) === 1, 'the idle client is disconnected')
  finish()
  assert.match(await answer, /first [\s\S]*last/)
  idle.destroy()
})

test('A client that reads steadily gets everything', async () => {
  const received = await text(ask('/large', patient))
  assert.ok(received.length > large.length)
})

function ask(path: string, { server } = app) {
  const { port } = server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  return socket
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Waits until a request that begins now is refused for its late body. */
async function timeOut(path: string): Promise<void> {
  const { socket, answer } = begin(path, 'application/json', 20)
  socket.write('{"a": 1')
  assert.match(await answer, /^HTTP\/1\.1 408 /)
}

/** Sends the head of a request whose body is still to come; the answer is all that is received until the connection ends. */
function begin(path: string, type: string, length: number) {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  return { socket, answer: text(socket) }
}
