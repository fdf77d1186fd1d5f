import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { connect } from 'node:net'
import { test } from 'node:test'
import { text } from 'node:stream/consumers'
import { openNode } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'

const node = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })
const { url, port, key, rest, sql, makeKey, makeUser } = node
const auth = ['authorization', `Bearer ${key}`]
const json = [...auth, 'content-type', 'application/json']

test('A body that is not JSON is refused', async () => {
  for (const body of ['{', '{"name": "x",}', "{'name': 1}", 'name=x', '{"name": "x"}}', 'undefined', '\u0000', 'NaN']) {
    refused(await raw(url, 'POST', '/api/v1/contacts', { headers: json, body }), 400, 'invalid_request')
  }
})

test('A body of another media type is refused', async () => {
  const body = '{"name": "x", "email": "x@example.com"}'
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'x',
    'a/b',
  ]) {
    const headers = [...auth, 'content-type', type]
    refused(await raw(url, 'POST', '/api/v1/contacts', { headers, body }), 415, 'unsupported_media_type')
  }
  refused(await raw(url, 'POST', '/api/v1/contacts', { headers: auth, body }), 415, 'unsupported_media_type')
})

test('The media type may be in any case and have a charset', async () => {
  const headers = [...auth, 'content-type', 'Application/JSON; charset=UTF-8']
  const body = '{"name": "Caso", "email": "caso@example.com"}'
  assert.equal((await raw(url, 'POST', '/api/v1/contacts', { headers, body })).status, 201)
})

test('A compressed body is refused', async () => {
  const body = gzipSync('{"name": "x", "email": "gzip@example.com"}')
  const answer = await raw(url, 'POST', '/api/v1/contacts', { headers: [...json, 'content-encoding', 'gzip'], body })
  refused(answer, 415, 'unsupported_media_type')
})

test('A body over a megabyte is refused, with or without a declared size', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(1024 * 1024) })
  for (const chunked of [false, true]) {
    const answer = await raw(url, 'POST', '/api/v1/contacts', { headers: json, body, chunked })
    refused(answer, 413, 'payload_too_large')
  }
  const near = JSON.stringify({ name: 'x', email: 'y'.repeat(1024 * 1024 - 100) })
  refused(await raw(url, 'POST', '/api/v1/contacts', { headers: json, body: near }), 400, 'invalid_request')
})

test('JSON nested deeper than 32 levels is refused, however deep', async () => {
  const nested = (depth: number) => `{"name": ${'['.repeat(depth)}${']'.repeat(depth)}}`
  for (const depth of [32, 33, 1_000, 500_000]) {
    const answer = await raw(url, 'POST', '/api/v1/contacts', { headers: json, body: nested(depth) })
    refused(answer, 400, 'invalid_request')
    assert.match(String(answer.body.detail), /nested deeper than 32 levels/, String(depth))
  }
  const allowed = await raw(url, 'POST', '/api/v1/contacts', { headers: json, body: nested(31) })
  assert.doesNotMatch(String(allowed.body.detail), /nested/)
  const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  refused(await raw(url, 'POST', '/api/v1/contacts', { headers: json, body: objects }), 400, 'invalid_request')
})

test('Field names that would reach into prototypes are refused everywhere', async () => {
  for (const body of [
    '{"__proto__": {"name": "x"}}',
    '{"name": "x", "custom_attributes": {"__proto__": {"admin": true}}}',
    '{"name": "x", "custom_attributes": {"__proto__": "x"}}',
    '{"name": "x", "constructor": {"prototype": {"admin": true}}}',
    '{"name": "x", "\\u005f_proto__": {}}',
  ]) {
    refused(await raw(url, 'POST', '/api/v1/contacts', { headers: json, body }), 400, 'invalid_request')
  }
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

test('A body must be an object', async () => {
  for (const body of ['[]', '[{"name": "x"}]', '"name"', '1', 'true']) {
    const answer = await raw(url, 'POST', '/api/v1/contacts', { headers: json, body })
    refused(answer, 400, 'invalid_request')
    assert.match(String(answer.body.detail), /The body must be a JSON object/, body)
  }
})

test('A missing body is answered with the missing fields', async () => {
  for (const headers of [auth, json]) {
    const answer = await raw(url, 'POST', '/api/v1/contacts', { headers })
    refused(answer, 422, 'missing_field')
    assert.deepEqual(answer.body.errors?.[0]?.pointer, '#/name')
  }
})

test('The caller’s request id is echoed when it is well-formed; otherwise a new one is made', async () => {
  for (const id of ['abcdefgh', 'A-b_9'.repeat(4), 'x'.repeat(64)]) {
    const answer = await raw(url, 'GET', '/api/v1/me', { headers: [...auth, 'x-request-id', id] })
    assert.equal(answer.headers['x-request-id'], id)
  }
  const made = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const id of ['short', 'x'.repeat(65), 'with space', 'a"b;c<script>', 'ñandú-ñandú', '']) {
    const answer = await raw(url, 'GET', '/api/v1/me', { headers: [...auth, 'x-request-id', id] })
    assert.match(answer.headers['x-request-id']!, made, id)
  }
  const twice = ['x-request-id', 'request-one', 'x-request-id', 'request-two']
  assert.match((await raw(url, 'GET', '/api/v1/me', { headers: [...auth, ...twice] })).headers['x-request-id']!, made)
})

test('Every response and every problem carries its request id', async () => {
  for (const path of ['/healthz', '/api/v1/me', '/api/v1/nothing', '/nothing', '/docs', '/api/session', '/%zz']) {
    const answer = await raw(url, 'GET', path, { headers: ['x-request-id', 'my-request-1'] })
    assert.equal(answer.headers['x-request-id'], 'my-request-1', path)
    if (answer.status >= 400) assert.equal(answer.body.request_id, 'my-request-1', path)
  }
})

test('The event of a change records the request that made it', async () => {
  const headers = { 'x-request-id': 'trace-me-42' }
  const { status } = await rest('POST', '/contacts', { key, headers, body: { name: 'R', email: 'r@example.com' } })
  assert.equal(status, 201)
  assert.equal((await sql`select 1 from events where request_id = 'trace-me-42'`).length, 1)
})

test('Responses forbid type sniffing', async () => {
  for (const path of ['/healthz', '/api/v1/me', '/nothing']) {
    assert.equal((await raw(url, 'GET', path)).headers['x-content-type-options'], 'nosniff')
  }
})

test('A key in a URL is refused, because URLs end up in logs', async () => {
  for (const path of [
    `/api/v1/contacts?key=${key}`,
    `/api/v1/contacts?limit=1&access_token=${key}`,
    `/api/v1/contacts?${key}`,
    `/healthz?api_key=${key}`,
    `/nothing?x=${key}`,
  ]) {
    const answer = await raw(url, 'GET', path, { headers: auth })
    refused(answer, 400, 'invalid_request')
    assert.match(String(answer.body.detail), /revoke this key/)
    assert.ok(!answer.text.includes(key))
  }
})

test('Without exactly one valid credential a request is refused with instructions', async () => {
  const forged = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
  const unknown = 'hil_0000000000000000000000000000000000000000' // Forty zeros without a checksum.
  for (const headers of [
    [],
    ['authorization', ''],
    ['authorization', ' '],
    ['authorization', 'Bearer'],
    ['authorization', 'Bearer '],
    ['authorization', 'Bearer  '],
    ['authorization', `Bearer  ${key}`],
    ['authorization', `Bearer ${key} ${key}`],
    ['authorization', `Bearer ${key}, Bearer ${key}`],
    ['authorization', `Bearer ${key}x`],
    ['authorization', key],
    ['authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['authorization', `Bearer ${forged}`],
    ['authorization', `Bearer ${unknown}`],
    ['authorization', 'Bearer null'],
    [...auth, ...auth],
    [...auth, 'authorization', 'Bearer x'],
    ['authorization', 'Bearer x', ...auth],
    ['authorization', '', ...auth],
    ['api_access_token', key],
    ['x-api-key', key],
    ['cookie', `sid=${key}`],
  ]) {
    const answer = await raw(url, 'GET', '/api/v1/contacts', { headers })
    refused(answer, 401, 'unauthenticated')
    assert.match(answer.headers['www-authenticate']!, /^Bearer/)
  }
})

test('The authentication scheme may be in any case', async () => {
  for (const scheme of ['bearer', 'BEARER']) {
    assert.equal((await raw(url, 'GET', '/api/v1/me', { headers: ['authorization', `${scheme} ${key}`] })).status, 200)
  }
})

test('Without a credential, the input is not validated', async () => {
  const headers = ['content-type', 'application/json']
  refused(await raw(url, 'POST', '/api/v1/contacts', { headers, body: '{' }), 401, 'unauthenticated')
  refused(await raw(url, 'GET', '/api/v1/contacts?limit=x'), 401, 'unauthenticated')
})

test('Revoked keys, expired keys and keys of disabled users are refused from the next request on', async () => {
  for (const end of [
    'update api_keys set revoked_at = now() where id = $1',
    `update api_keys set expires_at = now() - interval '1 second' where id = $1`,
    'update users set disabled_at = now() where id = (select user_id from api_keys where id = $1)',
    'delete from memberships where user_id = (select user_id from api_keys where id = $1)',
  ]) {
    const user = await makeUser('agent')
    const own = await makeKey('full', [], user.id)
    const answer = await rest<{ actor: { id: string } }>('GET', '/me', { key: own })
    assert.equal(answer.status, 200)
    await node.node.runtime.database.work.query(end, [answer.body.actor.id])
    assert.equal((await rest('GET', '/me', { key: own })).status, 401, end)
  }
})

test('An unknown URL is answered with a problem, not a page', async () => {
  for (const [method, path] of [
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v2/contacts'],
    ['PUT', '/api/v1/contacts'],
    ['GET', '/nothing'],
    ['POST', '/app'],
    ['GET', '/.well-known/oauth-protected-resource/api/mcp'],
    ['GET', '/.well-known/oauth-authorization-server/api/mcp'],
    ['POST', '/.well-known/anything'],
    ['GET', '/.env'],
    ['GET', '/assets/../../package.json'],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json'],
    ['GET', '/api/v1/contacts/../../../etc/passwd'],
  ] as const) {
    refused(await raw(url, method, path, { headers: auth }), 404, 'not_found')
  }
})

test('A malformed URL is refused', async () => {
  refused(await raw(url, 'GET', '/api/v1/contacts/%zz', { headers: auth }), 400, 'invalid_request')
  const long = await raw(url, 'GET', `/api/v1/contacts/${'1'.repeat(300)}`, { headers: auth })
  assert.ok(long.status >= 400 && long.status < 500)
  assert.match(long.headers['content-type']!, /^application\/problem\+json/)
})

test('Bytes that are not HTTP are dropped, and the server keeps running', async () => {
  for (const noise of [
    '\u0016\u0003\u0001\u0002',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `${'x'.repeat(100_000)}\r\n\r\n`,
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(noise)
    assert.match(await text(socket).catch(() => 'HTTP/1.1 4'), /^HTTP\/1\.1 4/)
  }
  assert.equal((await raw(url, 'GET', '/healthz')).status, 200)
})

test('Two lengths, or a length with chunks, are refused, so that no request can be smuggled', async () => {
  for (const lengths of ['content-length: 2\r\ncontent-length: 3', 'content-length: 2\r\ntransfer-encoding: chunked']) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(`POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\n${lengths}\r\n\r\n{}`)
    assert.match(await text(socket), /^HTTP\/1\.1 400/)
  }
})

function refused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.match(answer.headers['content-type']!, /^application\/problem\+json/)
  assert.equal(answer.body.code, code)
  assert.equal(answer.body.status, status)
  assert.equal(answer.body.request_id, answer.headers['x-request-id'])
  assert.ok(answer.body.detail && answer.body.title && answer.body.type)
}
