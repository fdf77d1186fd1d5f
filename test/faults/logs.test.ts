import assert from 'node:assert/strict'
import { test } from 'node:test'
import { regenerateClassicToken } from '#domains/access/setup/provision.ts'
import { generateKey } from '#domains/access/keys/api-key.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'
import { spawnNode, untilEnded } from '#test/server-process.ts'

type Line = Record<string, unknown> & {
  msg?: string
  request_id?: string
  route?: string
  status?: number
  ms?: number
}

const home = await openNode()
const { connection, sql, key, makeUser, makeKey, account_id } = home
const root = await makeUser('administrator', true)
const rootKey = await makeKey('full', [], root.id)
const classic = await regenerateClassicToken(sql, home.node.runtime.secret, account_id)
const unknownKey = generateKey()

const { url, child } = await spawnNode(connection, { LOG_LEVEL: 'trace', HILO_DRAIN_SECONDS: '0' })
const output: Buffer[] = []
child.stdout!.on('data', (piece: Buffer) => output.push(piece))

const planted = {
  'an API key': key,
  'an unknown API key': unknownKey,
  'a password': PASSWORD,
  'a wrong password': 'planted-wrong-password',
  'the classic token': classic,
  'a note': 'planted-note-text',
  'a name': 'planted-name',
  'an e-mail address': 'planted.mail@example.com',
  'a search': 'planted-search',
  'broken JSON': 'planted-broken-json',
  'a header': 'planted-header',
  'a cookie': '',
  'a new key': '',
}
const sent: { answer: Answer; route: string }[] = []

test('No secret and no content of callers is logged, at any door', async () => {
  const note = planted['a note']
  const email = planted['an e-mail address']
  const contact = await api('POST', '/contacts', '/contacts', { name: planted['a name'], email, bio: note })
  const id = String(contact.body.id)
  await api('POST', `/contacts/${id}/notes`, '/contacts/:contact_id/notes', { body: note })
  await api('PATCH', `/contacts/${id}`, '/contacts/:contact_id', { bio: `${note} 2` })
  await api('GET', `/contacts?query=${planted['a search']}`, '/contacts')
  await api('GET', `/contacts/${id}?unknown=${planted['a search']}`, '/contacts/:contact_id')
  await api('POST', '/contacts', '/contacts', { name: planted['a name'], email })
  await api('POST', '/contacts', '/contacts', `{"bio": "${planted['broken JSON']}", ${planted['broken JSON']}`)
  await api('POST', '/contacts', '/contacts', { [note]: note, name: 5 })
  const made = await api('POST', '/api-keys', '/api-keys', { name: 'Nueva', role: 'full' })
  planted['a new key'] = String(made.body.key)
  await visit('GET', '/api/v1/classic-token', ['authorization', `Bearer ${rootKey}`])
  await visit('POST', '/api/v1/classic-token/regenerate', ['authorization', `Bearer ${rootKey}`])
  await api('GET', '/contacts?limit=1', '/contacts')

  await visit('GET', '/api/v1/me', ['authorization', `Bearer ${unknownKey}`])
  await visit('GET', `/api/v1/me?key=${key}`)
  await visit('GET', '/api/v1/me', [
    'api_access_token',
    classic,
    'x-secret',
    planted['a header'],
    'cookie',
    `sid=${note}`,
  ])
  await visit('GET', `/nothing/${planted['a search']}`, [], undefined, 'unknown')

  const tool = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_contact', arguments: { name: note } },
  }
  const accept = ['accept', 'application/json, text/event-stream', 'authorization', `Bearer ${key}`]
  await visit('POST', '/api/mcp', accept, tool)
  await visit('POST', '/api/mcp', accept, { ...tool, params: { name: note, arguments: {} } })

  await visit('POST', '/api/session', [], { email: root.email, password: planted['a wrong password'] })
  const signedIn = await visit('POST', '/api/session', [], { email: root.email, password: PASSWORD })
  const cookie = signedIn.headers['set-cookie']!.split(';')[0]!
  planted['a cookie'] = cookie.slice(4)
  await visit('GET', '/api/session', ['cookie', cookie])
  const app = ['cookie', cookie, 'x-account-id', account_id]
  await visit('POST', '/api/app/add_contact_note', app, { contact_id: id, body: note })
  await visit('POST', '/api/app/get_classic_token', app, {})

  // A server error: the database refuses a row, and its message contains the row.
  await sql`alter table contact_notes add constraint never check (body = '') not valid`
  const failed = await api('POST', `/contacts/${id}/notes`, '/contacts/:contact_id/notes', { body: note })
  assert.equal(failed.status, 500)
  assert.ok(!failed.text.includes('never'), 'the response does not contain it either')
  await visit('DELETE', '/api/session', ['cookie', cookie])

  child.kill('SIGTERM')
  await untilEnded(child)
  const log = Buffer.concat(output).toString()
  assert.ok(log.includes('"level":50'), 'the fault itself is there')
  for (const [what, secret] of Object.entries(planted)) {
    if (secret) assert.ok(!log.includes(secret), `${what} is in the log: ${line(log, secret)}`)
  }
})

test('Every request logs one line: id, route template, status and duration', () => {
  const lines = Buffer.concat(output)
    .toString()
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text) as Line)
  const requests = lines.filter((each) => each.msg === 'request')
  for (const { answer, route } of sent) {
    const own = requests.filter((each) => each.request_id === answer.headers['x-request-id'])
    assert.equal(own.length, 1, `${route} ${answer.status}`)
    assert.equal(own[0]!.route, route)
    assert.equal(own[0]!.status, answer.status)
    assert.ok(typeof own[0]!.ms === 'number' && own[0]!.ms >= 0)
  }
  assert.equal(requests.length, sent.length)
})

test('The log line identifies the caller by id', () => {
  const lines = Buffer.concat(output).toString().split('\n')
  const line = lines.find((text) => text.includes('"/api/v1/contacts/:contact_id/notes"'))
  const { account_id: account, actor } = JSON.parse(line!) as Line
  assert.equal(account, account_id)
  assert.match(String(actor), /^api_key:\d+$/)
})

function api(method: string, path: string, route: string, body?: unknown): Promise<Answer> {
  return visit(method, `/api/v1${path}`, ['authorization', `Bearer ${key}`], body, `/api/v1${route}`)
}

async function visit(method: string, path: string, headers: string[] = [], body?: unknown, route?: string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = body === undefined ? [] : ['content-type', 'application/json']
  const answer = await raw(url, method, path, { headers: [...headers, ...type], ...(text && { body: text }) })
  sent.push({ answer, route: route ?? path.split('?')[0]! })
  return answer
}

function line(log: string, secret: string): string {
  return log.split('\n').find((each) => each.includes(secret)) ?? ''
}
