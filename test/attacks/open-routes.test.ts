import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { generateKey } from '#domains/access/keys/api-key.ts'
import { openNode } from '#test/node.ts'
import { type Answer, raw } from '#test/raw.ts'

/* Callers without any credential must not be able to stall or fill the server. */

const node = await openNode({ HILO_KEY_LIMIT: '100000', HILO_ACCOUNT_LIMIT: '100000' })
const { url, key } = node
/** A node whose limits for strangers are a fiftieth of the usual ones, so that a few calls exceed them. */
const strict = await openNode({ HILO_OPEN_LIMIT: '2' })
const json = ['content-type', 'application/json']

type Route = { method: string; path: string; open: boolean; body_bytes: number }

const routes: Route[] = node.node.routes.flatMap(({ method, url: path, config, bodyLimit = 0 }) =>
  [method].flat().map((each) => ({ method: each, path: fill(path), open: !!config?.open, body_bytes: bodyLimit })),
)
const withBody = (route: Route) => ['POST', 'PUT', 'PATCH'].includes(route.method)

test('Every route either needs a credential or limits what strangers may call', () => {
  assert.ok(routes.length > 300, `${routes.length} routes`)
  const undeclared = node.node.routes.filter(({ config }) => !config?.credential === !config?.open)
  assert.deepEqual(
    undeclared.map(({ method, url: path }) => `${[method].flat().join()} ${path}`),
    [],
  )
  for (const { url: path, config } of node.node.routes)
    if (config?.open) assert.ok(config.open.per_minute > 0 && config.open.per_minute <= 12_000, path)
})

test('A route that needs a credential refuses strangers before it reads their body', async () => {
  const closed = routes.filter(({ open }) => !open)
  const refuses = async (route: Route) => {
    const { method, path } = route
    // Had the body been read, it would be refused as malformed.
    const { status, text } = await raw(url, method, path, withBody(route) ? { headers: json, body: '{' } : {})
    assert.equal(status, 401, `${method} ${path}: ${text}`)
  }
  // A server has a queue of 511 connections it has not accepted yet, and the system resets those beyond it.
  while (closed.length > 0) await Promise.all(closed.splice(-50).map(refuses))
})

test('A route open to strangers takes a small body only', async () => {
  const bodies = routes.filter((route) => route.open && withBody(route))
  assert.ok(bodies.length > 20, `${bodies.length} routes`)
  for (const { method, path, body_bytes } of bodies) {
    const isChannel = path.startsWith('/channels/')
    const most = path.startsWith('/channels/email/') ? 25 * 1024 * 1024 : isChannel ? 10 * 1024 * 1024 : 128 * 1024
    assert.ok(body_bytes > 0 && body_bytes <= most, `${path}: ${body_bytes}`)
    // Addresses of channels are secret: callers who do not know one are refused before their body is read.
    const expected = isChannel && path !== '/channels/meta' ? [404] : [401, 404, 413]
    const { status } = await begin(method, path, body_bytes + 1)
    assert.ok(expected.includes(status), `${method} ${path}: ${status}`)
  }
})

test('Large bodies that strangers send slowly do not fill the memory', async () => {
  const bytes = 10 * 1024 * 1024
  const senders = Array.from({ length: 12 }, () => send('POST', '/channels/meta', bytes, { expect: '100-continue' }))
  await Promise.all(senders.map((sent) => once(sent, 'continue')))
  assert.equal((await begin('POST', '/channels/meta', bytes)).status, 503)
  assert.equal((await raw(url, 'POST', '/channels/meta', { headers: json, body: '{}' })).status, 401, 'small ones pass')
  for (const sent of senders) sent.destroy()
})

test('The body of a request to an unknown route is not read', async () => {
  for (const path of ['/nothing', '/api/v1/nothing'])
    assert.equal((await begin('POST', path, 1_000_000)).status, 404, path)
})

test('Invalid calls in a row are limited, before they are parsed', async () => {
  for (const [method, paths] of [
    ['POST', ['/api/session', '/api/password-reset', '/api/password-reset/complete', '/api/invitation', '/api/setup']],
    ['POST', ['/api/v1/widget/session', '/api/v1/widget/messages']],
    ['GET', ['/api/v1/widget/config?inbox=x']],
    ['POST', ['/public/api/v1/inboxes/x/contacts']],
    ['POST', ['/forms/x']],
    ['GET', ['/survey/x']],
    ['GET', ['/calendar/x.ics']],
    ['GET', ['/docs', '/api/v1/openapi.json']],
    ['GET', ['/readyz']],
  ] as const) {
    const send = (path: string, body: string) =>
      raw(strict.url, method, path, method === 'GET' ? {} : { headers: json, body })
    await flood(() => send(paths[0], '{"unknown":1}'))
    for (const path of paths) refused(await send(path, '{'))
  }
})

test('A body of unknown fields gets an answer with twenty errors, and the number of the others', async () => {
  const fields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1])))
  const headers = ['authorization', `Bearer ${key}`, ...json]
  const many = await raw(url, 'POST', '/api/v1/contacts', { headers, body: fields(15_000) })
  assert.equal(many.status, 400)
  assert.equal(many.body.errors?.length, 20)
  // 15,000 unknown fields, and a missing name.
  assert.match(many.body.detail!, /14981 more errors are not listed\.$/)
  const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'create_contact', arguments: {} } }
  const body = JSON.stringify(toolCall).replace('"arguments":{}', `"arguments":${fields(15_000)}`)
  const tool = await raw(url, 'POST', '/api/mcp', { headers: [...headers, 'accept', 'application/json'], body })
  assert.ok(tool.text.length < 20_000, `${tool.text.length} characters`)
  const larger = await raw(url, 'POST', '/api/v1/contacts', { headers, body: fields(60_000) })
  assert.equal(larger.status, 400)
  assert.match(larger.body.detail!, /more than 20000 values/)
  const long = await raw(url, 'POST', '/api/v1/contacts', { headers, body: `{"${'x'.repeat(900_000)}":1}` })
  assert.equal(long.status, 400)
  assert.ok(long.text.length < 2_000, 'a long name is cut')
})

test('An address that keeps sending wrong credentials is refused, but those that were right keep working', async () => {
  const known = ['authorization', `Bearer ${strict.key}`]
  const wrong = () => ['authorization', `Bearer ${generateKey()}`]
  assert.equal((await raw(strict.url, 'GET', '/api/v1/me', { headers: known })).status, 200)
  await flood(() => raw(strict.url, 'GET', '/api/v1/me', { headers: wrong() }))
  for (const [path, headers] of [
    ['/api/v1/me', wrong()],
    ['/api/v1/profile', ['api_access_token', 'wrong']],
    ['/api/v1/accounts/1/contacts', ['api_access_token', 'wrong']],
    ['/api/session', ['cookie', 'sid=wrong']],
  ] as const)
    refused(await raw(strict.url, 'GET', path, { headers: [...headers] }))
  refused(await raw(strict.url, 'POST', '/api/mcp', { headers: [...wrong(), ...json], body: '{' }))
  assert.equal((await raw(strict.url, 'GET', '/api/v1/me', { headers: known })).status, 200)
})

/** Begins a request whose body of this many bytes never arrives. */
function send(method: string, path: string, bytes: number, headers: Record<string, string> = {}): ClientRequest {
  const sent = request(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'content-length': bytes, ...headers },
    agent: false,
  })
  sent.on('error', () => {}).flushHeaders()
  return sent
}

/** The answer to a request before its body has arrived. */
async function begin(method: string, path: string, bytes: number): Promise<{ status: number }> {
  const sent = send(method, path, bytes)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  sent.destroy()
  return { status: response.statusCode! }
}

/** Sends until a call is refused for the number of calls. */
async function flood(send: () => Promise<Answer>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { status } = await send()
    if (status === 429) return
    assert.ok(status >= 200 && status < 500, String(status))
  }
  assert.fail('none of 200 calls is refused')
}

function refused({ status, headers, text }: Answer): void {
  assert.equal(status, 429, text)
  assert.ok(Number(headers['retry-after']) >= 1)
}

/** An address of the route: the parameters are ids that do not exist, the wildcard is a name. */
function fill(path: string): string {
  return path.replaceAll(/:\w+/g, '999999').replace('*', 'x')
}
