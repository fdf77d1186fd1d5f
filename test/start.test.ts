import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '#test/address.ts'

const folder = await mkdtemp(join(tmpdir(), 'hilo-start-'))
await chmod(folder, 0o711)
after(() => rm(folder, { recursive: true, force: true }))
let running: ChildProcess | undefined
after(() => running?.kill('SIGKILL'))

/** Runs `hilo start` on the folder; returns its output until it was ready. */
async function start() {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', HILO_DATA: folder, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, ['bin/hilo.mjs', 'start'], { stdio: ['ignore', 'pipe', 'inherit'], env })
  running = child
  let printed = ''
  child.stdout.on('data', (text) => (printed += text))
  while (!printed.includes('Hilo is ready')) {
    assert.equal(child.exitCode, null, printed)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { child, printed, url: `http://localhost:${port}` }
}

let key = ''

test('The first start creates the demo workspace and prints a working sign-in and key', async () => {
  const { child, printed, url } = await start()
  assert.equal((await fetch(`${url}/readyz`)).status, 200)
  key = /hil_\w{46}/.exec(printed)![0]
  const contacts = await fetch(`${url}/api/v1/contacts?limit=100`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(((await contacts.json()) as { items: unknown[] }).items.length, 100)

  const [, email, password] = /Sign in\s+(\S+)\s+\/\s+(\S+)/.exec(printed)!
  const session = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(session.status, 200)
  child.kill('SIGKILL')
  await once(child, 'exit')
})

test('After a kill -9 the server restarts with all its data and prints no key again', async () => {
  const { child, printed, url } = await start()
  assert.doesNotMatch(printed, /hil_/)
  const contacts = await fetch(`${url}/api/v1/contacts?query=peña`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(contacts.status, 200)
  assert.ok(((await contacts.json()) as { items: unknown[] }).items.length > 0)
  const deals = await fetch(`${url}/api/v1/opportunities?limit=100`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal(((await deals.json()) as { items: unknown[] }).items.length, 60)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})
