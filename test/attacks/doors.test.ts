import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { generous } from '#test/limits.ts'
import { openNode, PASSWORD } from '#test/node.ts'
import { toRequest } from '#test/request.ts'
import { openProviders } from './providers.ts'
import { openTenant, operations } from './tenant.ts'

/* Rules of the doors themselves, independent of the operation behind them. */

const node = await openNode({
  ...(await openProviders()),
  ...generous,
})
const own = await openTenant(node, 'propio')
const other = await openTenant(node, 'ajeno')
const { rest, url } = node
const { key } = own

test('A credential that is not exactly one valid key is refused, however it is written', async () => {
  const headers = [
    '',
    ' ',
    'Bearer',
    'Bearer ',
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    key,
    `Bearer ${key} ${key}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer ${key}x`,
    `Bearer "${key}"`,
    'Bearer null',
    'Bearer undefined',
  ]
  for (const authorization of headers) {
    const { status, body, headers: answerHeaders } = await rest('GET', '/me', { headers: { authorization } })
    assert.equal(status, 401, authorization)
    assert.equal(body.code, 'unauthenticated')
    assert.equal(answerHeaders.get('www-authenticate'), 'Bearer error="invalid_token"')
  }
})

test('A key in the address is refused, with advice, and is not taken as a credential', async () => {
  for (const path of [`/me?key=${key}`, `/contacts?access_token=${key}&limit=1`]) {
    const { status, body } = await rest('GET', path)
    assert.equal(status, 400)
    assert.match(body.detail, /Authorization header/)
  }
})

test('A malformed address is refused with a problem document', async () => {
  for (const path of ['/contacts/%zz', '/contacts/%E0%A4%A', `/contacts/${'9'.repeat(201)}`]) {
    const { status, body, headers } = await rest('GET', path, { key })
    assert.equal(status, 400, path)
    assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
    assert.equal(headers.get('x-request-id'), body.request_id)
  }
})

test('An unknown address or method is answered with 404 in JSON', async () => {
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['PUT', '/contacts'],
    ['GET', '/api/app/search_contacts'],
    ['GET', '/api/v2/contacts'],
  ] as const) {
    const { status, body } = await rest(method, path, { key })
    assert.equal(status, 404, `${method} ${path}`)
    assert.equal(body.code, 'not_found')
  }
})

test('A client that looks for OAuth documents of the address for keys gets a plain 404 and keeps using its key', async () => {
  for (const name of [
    'oauth-authorization-server/api/mcp',
    'oauth-protected-resource/api/mcp',
    'openid-configuration',
    'openid-configuration/api/mcp',
  ]) {
    const response = await fetch(`${url}/.well-known/${name}`)
    assert.equal(response.status, 404)
    assert.match(response.headers.get('content-type') ?? '', /json/)
  }
})

test('A body that is not one JSON object of reasonable size and depth is refused', async () => {
  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  const cases: [string | Uint8Array, Record<string, string>, number][] = [
    ['{', {}, 400],
    ['[]', {}, 400],
    ['"x"', {}, 400],
    ['7', {}, 400],
    [deep, {}, 400],
    ['['.repeat(100_000), {}, 400],
    ['{"__proto__":{"admin":true},"name":"x"}', {}, 400],
    ['{"constructor":{"prototype":{"admin":true}},"name":"x"}', {}, 400],
    [`{"name":"${'x'.repeat(1_100_000)}"}`, {}, 413],
    ['name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['{"name":"x"}', { 'content-type': 'text/plain' }, 415],
    ['<name>x</name>', { 'content-type': 'application/xml' }, 415],
    [gzipSync('{"name":"x"}'), { 'content-encoding': 'gzip' }, 415],
  ]
  for (const [body, headers, status] of cases) {
    const response = await fetch(`${url}/api/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body,
    })
    const shown = String(body).slice(0, 40)
    assert.equal(response.status, status, shown)
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, shown)
  }
})

test('A query with a reserved name, a repeated field or a wrong value is refused', async () => {
  for (const query of [
    '__proto__=x',
    'attributes[__proto__]=x',
    'attributes[constructor]=x',
    'constructor=x',
    'toString=x',
    'limit=1&limit=2',
    'attributes=x',
    'labels[x]=y',
    'limit=1e1',
    'limit=0x10',
    'has_open_conversation=1',
  ]) {
    const { status, body } = await rest('GET', `/contacts?${query}`, { key })
    assert.equal(status, 400, query)
    assert.equal(body.code, 'invalid_request', query)
  }
})

test('A field may be sent in one place only: path, query or body', async () => {
  const contact_id = String((await own.sample('get_contact')).contact_id)
  const twice = await rest('PATCH', `/contacts/${contact_id}`, { key, body: { contact_id, name: 'x' } })
  assert.equal(twice.status, 400)
  const both = await rest('PATCH', `/contacts/${contact_id}?name=y`, { key, body: { name: 'x' } })
  assert.equal(both.status, 400)
})

test('A forged forwarding header does not change the recorded address', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
  const made = await rest('POST', '/api-keys', { key, body: { name: 'x', role: 'read_only' }, headers: forwarded })
  assert.equal(made.status, 201)
  const [entry] = await node.sql<{ ip: string }>`
    select ip from audit_entries where account_id = ${own.account_id} order by id desc limit 1`
  assert.match(entry!.ip, /127\.0\.0\.1|::1/)
})

test('The web app refuses calls without a session, from another site or in another workspace', async () => {
  const credentials = { email: own.user.email, password: PASSWORD }
  const signedIn = await rest('POST', '/api/session', { body: credentials })
  assert.equal(signedIn.status, 200)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const pool = node.node.runtime.database.work
  const inputs: [string, object][] = []
  for (const [name] of operations) inputs.push([name, await own.sample(name)])
  const accounts = [own.account_id, other.account_id]
  const before = await fingerprint(pool, accounts)
  const attempts: [Record<string, string>, number][] = [
    [{ 'x-account-id': own.account_id }, 401],
    [{ 'x-account-id': own.account_id, cookie: 'sid=x' }, 401],
    [{ 'x-account-id': own.account_id, authorization: `Bearer ${key}` }, 401],
    [{ 'x-account-id': other.account_id, cookie }, 404],
    [{ cookie }, 404],
    [{ 'x-account-id': own.account_id, cookie, origin: 'https://evil.example' }, 403],
    [{ 'x-account-id': own.account_id, cookie, 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'x-account-id': own.account_id, cookie, 'sec-fetch-site': 'same-site', origin: url }, 403],
  ]
  for (const [name, body] of inputs) {
    for (const [headers, status] of attempts) {
      const answer = await rest('POST', `/api/app/${name}`, { body, headers })
      assert.equal(answer.status, status, `${name} ${JSON.stringify(headers)}: ${answer.text}`)
    }
  }
  assert.deepEqual(differences(before, await fingerprint(pool, accounts)), [])
})

test('A cursor works only for the list, the filters and the workspace it came from', async () => {
  const lists = await Promise.all(operations.filter(([, op]) => 'cursor' in op.input.shape).map(readFirstPage))
  const cursors = lists.flatMap(({ name, cursor }) => (cursor ? [{ from: name, cursor }] : []))
  assert.ok(cursors.length > 3)
  const forged = Buffer.from('["2026-01-01T00:00:00Z","1"]').toString('base64url')
  for (const { name, op, input } of lists) {
    for (const { from, cursor } of cursors) {
      const tries = [
        ...(from === name ? [] : [{ by: own, cursor }]),
        ...(from === name && Object.keys(input).length === 0 ? [{ by: other, cursor }] : []),
        { by: own, cursor: `${cursor}x` },
        { by: own, cursor: cursor.slice(1) },
        { by: own, cursor: `${forged}.${cursor.split('.')[1]}` },
      ]
      for (const each of tries) {
        const { method, path } = toRequest(op, { ...input, cursor: each.cursor })
        const answer = await rest(method, path, { key: each.by.rightful(op) })
        assert.equal(answer.status, 400, `${name}: ${answer.text}`)
        assert.equal(answer.body.code, 'invalid_cursor')
      }
    }
  }
})

/** The first page of one row with more behind it, and the input to ask for the next. */
async function readFirstPage([name, op]: (typeof operations)[number]) {
  for (const [maker] of operations.filter(([, each]) => each.rest === op.rest.replace('GET', 'POST')))
    for (let i = 0; i < 2; i++) await own.act(maker, (await own.sample(maker)) as never)
  const sample = await own.sample(name)
  const needed = Object.keys(op.input.shape).filter((field) => !op.input.shape[field].safeParse(undefined).success)
  const input = Object.fromEntries(needed.map((field) => [field, sample[field]]))
  const { method, path } = toRequest(op, { ...input, limit: 1 })
  const page = await rest<{ next_cursor: string | null }>(method, path, { key: own.rightful(op) })
  assert.equal(page.status, 200, page.text)
  return { name, op, input, cursor: page.body.next_cursor }
}
