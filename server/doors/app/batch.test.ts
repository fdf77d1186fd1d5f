import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { openNode, PASSWORD } from '#test/node.ts'

const { node, url, sql, user, account_id, addAccount, makeUser } = await openNode()
const cookieOf = async (email: string) => {
  const origin = { ip: '127.0.0.1', request_id: 'test' }
  return `sid=${await signIn(sql, node.runtime.secret, { email, password: PASSWORD }, origin)}`
}
const cookie = await cookieOf(user.email)

type Line = {
  place: number
  answer?: { items: { name?: string }[]; id?: string }
  problem?: { code: string; status: number; detail: string }
}

async function ask(reads: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/app`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-account-id': account_id, cookie, ...headers },
    body: JSON.stringify({ reads }),
  })
  const text = await response.text()
  if (!response.ok) return { response, lines: [], code: (JSON.parse(text) as { code: string }).code }
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  return { response, lines: lines.sort((one, other) => one.place - other.place), code: undefined }
}
const labels = { name: 'list_labels', input: {} }

test('The reads of a screen are answered together, each in its place', async () => {
  const { response, lines } = await ask([labels, { name: 'list_agents', input: {} }, labels])
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(response.headers.get('content-encoding'), 'gzip')
  assert.deepEqual(
    lines.map(({ place }) => place),
    [0, 1, 2],
  )
  assert.deepEqual(lines[0]!.answer, lines[2]!.answer)
  assert.equal(lines[1]!.answer!.items[0]!.name, user.name)
})

test('The maximum number of reads is answered', async () => {
  const { lines } = await ask(
    Array.from({ length: 20 }, () => labels),
    { 'accept-encoding': 'identity' },
  )
  assert.equal(lines.filter(({ answer }) => answer).length, 20)
})

test('A refused read does not affect the others', async () => {
  const { lines } = await ask([
    { name: 'get_contact', input: { contact_id: '999999' } },
    labels,
    { name: 'get_contact', input: { contact_id: '' } },
    { name: 'no_such', input: {} },
    { name: 'constructor', input: {} },
  ])
  assert.deepEqual(
    lines.map(({ problem }) => problem?.code),
    ['not_found', undefined, 'invalid_request', 'not_found', 'not_found'],
  )
})

test('A batch cannot change or download anything', async () => {
  const { lines } = await ask([
    { name: 'create_contact', input: { name: 'Nadie', email: 'nadie@example.com' } },
    { name: 'export_contacts', input: {} },
    { name: 'delete_label', input: { label_id: '1' } },
  ])
  assert.deepEqual(
    lines.map(({ problem }) => problem?.code),
    ['not_found', 'not_found', 'not_found'],
  )
  assert.deepEqual(await sql`select 1 from contacts where email = 'nadie@example.com'`, [])
})

test('A batch reads with the caller’s rights in the named workspace', async () => {
  const agent = await makeUser('agent')
  const mine = { cookie: await cookieOf(agent.email) }
  const { lines } = await ask([{ name: 'list_webhooks', input: {} }, labels], mine)
  assert.deepEqual(
    lines.map(({ problem }) => problem?.code),
    ['permission_denied', undefined],
  )
  const elsewhere = await addAccount()
  assert.equal((await ask([labels], { 'x-account-id': elsewhere.account_id })).code, 'not_found')
})

test('Batches without a session and malformed batches are refused', async () => {
  assert.equal((await ask([labels], { cookie: '' })).code, 'unauthenticated')
  assert.equal((await ask([labels], { 'sec-fetch-site': 'cross-site' })).code, 'permission_denied')
  assert.equal((await ask([labels], { origin: 'https://evil.example' })).code, 'permission_denied')
  for (const [reads, code] of [
    [[], 'invalid_request'],
    ['list_labels', 'invalid_request'],
    [Array.from({ length: 21 }, () => labels), 'invalid_request'],
    [[{ name: 'list_labels' }], 'missing_field'],
    [undefined, 'missing_field'],
  ] as const)
    assert.equal((await ask(reads)).code, code, JSON.stringify(reads))
})

async function preload(name: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const params = new URLSearchParams({ account_id, input: '{}', ...query })
  const response = await fetch(`${url}/api/app/reads/${name}?${String(params)}`, { headers: { cookie, ...headers } })
  return { response, body: (await response.json()) as { code?: string; items?: unknown[] } }
}

test('A page can preload one read by its address, which no cache keeps', async () => {
  const { response, body } = await preload('search_contacts', { input: '{"limit":1}' })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.deepEqual(body, (await ask([{ name: 'search_contacts', input: { limit: 1 } }])).lines[0]!.answer)
})

test('A preload changes nothing, and needs the session and rights of every other read', async () => {
  const elsewhere = await addAccount()
  const agent = { cookie: await cookieOf((await makeUser('agent')).email) }
  const input = JSON.stringify({ name: 'Nadie', email: 'nadie@example.com' })
  for (const [name, query, headers, code] of [
    ['create_contact', { input }, {}, 'not_found'],
    ['export_contacts', {}, {}, 'not_found'],
    ['constructor', {}, {}, 'not_found'],
    ['list_labels', { account_id: elsewhere.account_id }, {}, 'not_found'],
    ['list_webhooks', {}, agent, 'permission_denied'],
    ['list_labels', {}, { cookie: '' }, 'unauthenticated'],
    ['list_labels', {}, { 'sec-fetch-site': 'cross-site' }, 'permission_denied'],
    ['list_labels', { input: '{' }, {}, 'invalid_request'],
    ['list_labels', { input: '[]' }, {}, 'invalid_request'],
    ['list_labels', { input: '{"limit":-1}' }, {}, 'invalid_request'],
  ] as const) {
    const { body } = await preload(name, query, headers)
    assert.equal(body.code, code, `${name} ${JSON.stringify(query)}`)
  }
  assert.deepEqual(await sql`select 1 from contacts where email = 'nadie@example.com'`, [])
})
