import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openHouse } from '#doors/http.ts'

const PATIENCE = 300

const app = openHouse({
  log: pino({ level: 'silent' }),
  base_url: 'http://localhost',
  trust_proxy: false,
  body_patience: PATIENCE,
})
app.post('/plain', async ({ body }) => body)
app.post('/files', { config: { files: true } }, async ({ raw }) => ({ got: (await text(raw)).length }))
await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.close())

test('a body that does not come in time ends the wait, and the sender is told', async () => {
  for (const path of ['/plain', '/files']) {
    const { socket, answer } = begin(path, 'application/json', 20)
    socket.write('{"a": 1')
    assert.match(await answer, /^HTTP\/1\.1 408 /)
  }
})

test('files may take longer, as long as they keep coming', async () => {
  const { socket, answer } = begin('/files', 'multipart/form-data; boundary=x', 10)
  for (let i = 0; i < 10; i++) {
    socket.write('x')
    await sleep(PATIENCE / 5)
  }
  socket.end()
  assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*"got":10/)
})

test('once the body is there, the connection may stay as long as it likes', async () => {
  const { socket, answer } = begin('/plain', 'application/json', 7)
  socket.write('{"a":1}')
  await sleep(PATIENCE * 2)
  socket.write('GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  assert.match(await answer, /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 404 /)
})

/** A request whose body is still to come, and all that is answered until the connection ends. */
function begin(path: string, type: string, length: number) {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  return { socket, answer: text(socket) }
}
