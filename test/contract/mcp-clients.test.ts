import { dayOf } from '#contract/periods.ts'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { permissionsOf } from '#kernel/operation.ts'
import type { ProblemBody } from '#kernel/problem.ts'
import { openNode } from '#test/node.ts'
import { spawnNode } from '#test/server-process.ts'
import { operations } from '../attacks/tenant.ts'

const MODERN = '2026-07-28'
const BOTH = 'application/json, text/event-stream'
const info = { name: 'hilo-test', version: '1.0.0' }

type Result = {
  isError?: boolean
  structuredContent?: Record<string, unknown> & ProblemBody
  content: { text?: string }[]
}

/** The common interface of the clients under test. */
type Connected = {
  version: string | undefined
  server: { name: string } | undefined
  instructions: string | undefined
  list(): Promise<{ name: string; outputSchema?: unknown }[]>
  call(name: string, args: Record<string, unknown>): Promise<Result>
  close(): Promise<void>
}

const node = await openNode()
const at = new URL(`${node.url}/api/mcp?schemas=1`)
const label = await node.rest<{ id: string }>('POST', '/labels', { key: node.key, body: { title: 'vip' } })
const contact = await node.rest<{ id: string }>('POST', '/contacts', {
  key: node.key,
  body: { name: 'Íngrid "Ñ" Peña', email: 'ingrid@example.com', labels: ['vip'] },
})

const clients: Record<string, { version: string; connect(key: string, url?: URL): Promise<Connected> }> = {
  'SDK 1.x': { version: '2025-11-25', connect: connect1 },
  'SDK 2.x legacy': { version: '2025-11-25', connect: (key, url) => connect2(key, 'legacy', url) },
  'SDK 2.x auto': { version: MODERN, connect: (key, url) => connect2(key, 'auto', url) },
  'SDK 2.x pinned': { version: MODERN, connect: (key, url) => connect2(key, { pin: MODERN }, url) },
}

for (const [name, { version, connect }] of Object.entries(clients)) {
  describe(`The client ${name}`, () => {
    test('connects and learns the server’s name and version', async () => {
      const client = await connect(node.key)
      assert.equal(client.version, version)
      assert.equal(client.server?.name, 'hilo')
      assert.match(client.instructions ?? '', /no tools for sending messages/)
      await client.close()
    })

    test('learns the workspace, the person, the day, the time zone and the currency', async () => {
      const client = await connect(node.key)
      const { rows } = await node.node.runtime.database.work.query('select name from accounts where id = $1', [
        node.account_id,
      ])
      const today = dayOf(new Date(), 'America/Bogota')
      assert.ok(client.instructions?.includes(`the workspace "${rows[0].name}", as ${node.user.name}.`))
      assert.ok(client.instructions?.includes(`Today is ${today} in the time zone America/Bogota.`))
      assert.match(client.instructions ?? '', /Amounts are in COP/)
      await client.close()
    })

    test('gets each answer once, and each refusal as one sentence, unless it asks for schemas', async () => {
      const client = await connect(node.key, new URL(`${node.url}/api/mcp`))
      assert.ok((await client.list()).every((tool) => !tool.outputSchema))
      const answer = await client.call('get_contact', { contact_id: contact.body.id })
      const { body } = await node.rest('GET', `/contacts/${contact.body.id}`, { key: node.key })
      assert.deepEqual(
        Object.keys(answer),
        Object.keys(answer).filter((key) => key !== 'structuredContent'),
      )
      assert.deepEqual(JSON.parse(answer.content[0]!.text!), body)
      const refused = await client.call('get_contact', { contact_id: '999999' })
      assert.deepEqual(JSON.parse(refused.content[0]!.text!), {
        code: 'not_found',
        detail: 'There is no contact 999999; find contacts with search_contacts.',
      })
      await client.close()
    })

    test('lists contacts as short rows without empty fields, and reads one whole', async () => {
      const client = await connect(node.key, new URL(`${node.url}/api/mcp`))
      const read = async (tool: string, args: object) =>
        JSON.parse((await client.call(tool, args as Record<string, unknown>)).content[0]!.text!)
      const { items } = await read('search_contacts', { query: 'Íngrid' })
      assert.deepEqual(Object.keys(items[0]), ['id', 'name', 'email', 'labels', 'url', 'created_at'])
      assert.equal((await read('get_contact', { contact_id: items[0].id })).phone_number, null)
      await client.close()
    })

    test('gets the total with every page of a list', async () => {
      const email = `${randomUUID()}@example.com`
      await node.rest('POST', '/contacts', { key: node.key, body: { name: 'Otra', email } })
      const client = await connect(node.key, new URL(`${node.url}/api/mcp`))
      const read = async (args: Record<string, unknown>) =>
        JSON.parse((await client.call('search_contacts', args)).content[0]!.text!)
      const { items, total } = await read({})
      assert.equal(total, items.length)
      const first = await read({ limit: 1 })
      assert.deepEqual([first.items.length, first.total], [1, total])
      const second = await read({ limit: 1, cursor: first.next_cursor })
      assert.deepEqual([second.items.length, second.total], [1, total])
      await client.close()
    })

    test('may write an id as a number', async () => {
      const client = await connect(node.key)
      const { structuredContent } = await client.call('get_contact', { contact_id: Number(contact.body.id) })
      assert.equal(structuredContent?.id, contact.body.id)
      await client.close()
    })

    test('is shown the nearest names when it calls an unknown tool', async () => {
      const client = await connect(node.key)
      await assert.rejects(client.call('find_contacts', {}), /Unknown tool: find_contacts.*search_contacts/)
      await client.close()
    })

    test('lists and calls tools with the same results as REST', async () => {
      const client = await connect(node.key)
      const tools = await client.list()
      assert.ok(tools.some((tool) => tool.name === 'get_contact' && tool.outputSchema))
      const { structuredContent, content, isError } = await client.call('get_contact', { contact_id: contact.body.id })
      const { body } = await node.rest('GET', `/contacts/${contact.body.id}`, { key: node.key })
      assert.deepEqual(structuredContent, body)
      assert.deepEqual(JSON.parse(content[0]!.text!), body)
      assert.ok(!isError)
      await client.close()
    })

    test('writes, and the change is stored', async () => {
      const client = await connect(node.key)
      const email = `${name.replaceAll(/\W/g, '')}@example.com`
      const made = await client.call('create_contact', { name, email })
      const found = await client.call('search_contacts', { query: email })
      assert.deepEqual((found.structuredContent!.items as unknown[])[0], made.structuredContent)
      await client.close()
    })

    test('gets a refusal as a valid result with the problem in it', async () => {
      const client = await connect(node.key)
      await client.list()
      for (const [tool, args, code] of [
        ['get_contact', { contact_id: '999999999' }, 'not_found'],
        ['create_contact', { name: 'Nadie' }, 'missing_field'],
        ['create_contact', { name: 'Copia', email: 'ingrid@example.com' }, 'duplicate_value'],
        ['create_label', { title: 'VIP' }, 'duplicate_value'],
      ] as const) {
        const { isError, structuredContent, content } = await client.call(tool, args)
        assert.equal(isError, true)
        assert.equal(structuredContent!.code, code)
        assert.deepEqual(JSON.parse(content[0]!.text!), structuredContent)
      }
      await client.close()
    })

    test('learns which arguments are wrong', async () => {
      const client = await connect(node.key)
      for (const [args, field] of [
        [{}, 'contact_id'],
        [{ contact_id: 7 }, 'contact_id'],
        [{ contact_id: '1', recent_messages: 'ten' }, 'recent_messages'],
        [{ contact_id: '1', contactId: '1' }, 'contactId'],
      ] as const) {
        const { isError, structuredContent } = await client.call('get_contact', args)
        assert.equal(isError, true)
        assert.ok(
          structuredContent!.errors?.some(({ pointer }) => pointer === `#/${field}`),
          structuredContent!.detail,
        )
      }
      await client.close()
    })

    test('gets an error for an unknown tool', async () => {
      const client = await connect(node.key)
      await assert.rejects(client.call('send_message', {}), (error: { code: number; message: string }) => {
        assert.equal(error.code, -32602)
        assert.match(error.message, /Unknown tool: send_message/)
        return true
      })
      await client.close()
    })

    test('is refused without a key and does not try OAuth', async () => {
      await assert.rejects(connect('hil_nobody'), /401|Unauthorized|valid API key/i)
    })

    test('sees only the tools of a restricted key, and is refused the others', async () => {
      const client = await connect(await node.makeKey('custom', ['contacts:read']))
      const tools = await client.list()
      const names = new Set(tools.map((tool) => tool.name))
      for (const name of ['get_contact', 'list_labels', 'search_contacts']) assert.ok(names.has(name), name)
      for (const [name, op] of operations.filter(([each]) => names.has(each)))
        assert.deepEqual(permissionsOf(op), ['contacts:read'], name)
      const { isError, structuredContent } = await client.call('create_contact', { name: 'X', email: 'x@example.com' })
      assert.equal(isError, true)
      assert.equal(structuredContent!.code, 'permission_denied')
      assert.match(structuredContent!.detail, /contacts:write/)
      await client.close()
    })
  })
}

test('A client with a wrong key at the address of keys is refused there, and starts no sign-in', async () => {
  let opened: URL | undefined
  const authProvider: OAuthClientProvider = {
    redirectUrl: 'http://localhost/callback',
    clientMetadata: { client_name: 'prueba', redirect_uris: ['http://localhost/callback'] },
    clientInformation: () => undefined,
    saveClientInformation: () => undefined,
    tokens: () => undefined,
    saveTokens: () => undefined,
    redirectToAuthorization: (to) => void (opened = to),
    saveCodeVerifier: () => undefined,
    codeVerifier: () => '',
  }
  for (const path of ['/api/mcp', '/api/mcp/readonly', '/api/mcp/x/crm']) {
    const headers = { authorization: 'Bearer wrong' }
    const transport = new Transport1(new URL(node.url + path), { authProvider, requestInit: { headers } })
    await assert.rejects(new Client1(info).connect(transport as Parameters<Client1['connect']>[0]))
    assert.equal(opened, undefined, path)
  }
  const transport = new Transport1(new URL(`${node.url}/mcp`), { authProvider })
  await assert.rejects(new Client1(info).connect(transport as Parameters<Client1['connect']>[0]), /Unauthorized/)
  assert.equal((opened as URL | undefined)?.pathname, '/oauth/authorize', 'at the other address it does')
})

describe('A client of an older revision', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    test(`${version} is answered in it`, async () => {
      const started = await post({
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: info },
      })
      assert.equal(started.status, 200)
      assert.equal(started.result.protocolVersion, version)
      assert.deepEqual(started.result.capabilities, {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        extensions: { 'io.modelcontextprotocol/ui': {} },
      })
      // The first revision has no such header; later ones send it from here on.
      const headers: Record<string, string> = version === '2024-11-05' ? {} : { 'mcp-protocol-version': version }
      const noted = await fetch(at, {
        method: 'POST',
        headers: { ...standard(node.key), ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      })
      assert.equal(noted.status, 202)
      assert.ok((await post({ method: 'tools/list' }, headers)).result.tools.length > 0)
      assert.deepEqual((await post({ method: 'ping' }, headers)).result, {})
      const call = { method: 'tools/call', params: { name: 'list_labels', arguments: {} } }
      assert.equal((await post(call, headers)).result.structuredContent.items[0].id, label.body.id)
    })
  }

  test('with an unknown revision is offered the newest legacy one', async () => {
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: info }
    const { result } = await post({ method: 'initialize', params })
    assert.equal(result.protocolVersion, '2025-11-25')
  })

  test('may call without a handshake, because there are no sessions', async () => {
    const { status, result, headers } = await post({ method: 'tools/list' })
    assert.equal(status, 200)
    assert.ok(result.tools.length > 0)
    assert.equal(headers.get('mcp-session-id'), null)
  })
})

describe('The MCP endpoint', () => {
  test('answers 401 without a valid key, without pointing to OAuth', async () => {
    for (const key of [undefined, 'hil_x', await revoked()]) {
      const { status, headers, body } = await node.rest('POST', '/api/mcp', {
        ...(key && { key }),
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      })
      assert.equal(status, 401)
      assert.equal(headers.get('www-authenticate'), 'Bearer error="invalid_token"')
      assert.equal(body.code, 'unauthenticated')
    }
  })

  test('serves POST only', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await node.rest(method, '/api/mcp', { key: node.key, headers: { accept: BOTH } })
      assert.equal(status, 405)
      assert.equal(headers.get('allow'), 'POST')
    }
  })

  test('refuses pages of other sites but not our own', async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['http://localhost.evil.example', 403],
      ['http://127.0.0.1.nip.io', 403],
      ['null', 403],
      [node.url, 200],
      ['http://127.0.0.1:9999', 200],
    ] as const) {
      const answer = await post({ method: 'tools/list' }, { origin })
      assert.equal(answer.status, status, origin)
    }
  })

  test('answers JSON whatever the client accepts', async () => {
    for (const accept of ['application/json', '*/*', 'text/event-stream', BOTH]) {
      const { status, headers, result } = await post({ method: 'tools/list' }, { accept })
      assert.equal(status, 200, accept)
      assert.match(headers.get('content-type') ?? '', /^application\/json/, accept)
      assert.ok(result.tools.length > 0)
    }
  })

  test('refuses requests that are not JSON-RPC', async () => {
    for (const body of ['{', '[]', '7', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', '{"id":1}']) {
      const { status } = await node.rest('POST', '/api/mcp', {
        key: node.key,
        body,
        headers: { accept: BOTH, 'content-type': 'application/json' },
      })
      assert.equal(status, 400, body)
    }
    const unknown = await post({ method: 'no/such' })
    assert.equal(unknown.body.error?.code, -32601)
  })

  test('refuses a modern request whose headers and body disagree', async () => {
    const request = modern({ method: 'tools/call', params: { name: 'list_labels', arguments: {} } })
    for (const [headers, code] of [
      [{ 'mcp-name': 'create_label' }, -32020],
      [{ 'mcp-method': 'tools/list' }, -32020],
      [{ 'mcp-protocol-version': '2099-01-01' }, -32020],
    ] as const) {
      const { status, body } = await post(request.body, { ...request.headers, ...headers })
      assert.equal(status, 400)
      assert.equal(body.error?.code, code)
    }
  })

  test('answers 429 with the id of the call and the time to retry', async () => {
    const strict = await spawnNode(node.connection, { HILO_KEY_LIMIT: '2' })
    const key = await node.makeKey('full')
    const body = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'list_labels', arguments: {} } }
    const send = (id: unknown, more: object = {}) =>
      fetch(`${strict.url}/api/mcp`, {
        method: 'POST',
        headers: standard(key),
        body: JSON.stringify({ ...body, ...more, id }),
      })
    assert.equal((await send(1)).status, 200)
    assert.equal((await send(2)).status, 200)
    for (const id of [3, 'vier']) {
      const refused = await send(id)
      assert.equal(refused.status, 429)
      const seconds = Number(refused.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 61)
      const answer = (await refused.json()) as {
        id: unknown
        jsonrpc: string
        error: { code: number; message: string }
      }
      assert.equal(answer.jsonrpc, '2.0')
      assert.equal(answer.id, id)
      assert.equal(answer.error.code, -32000)
      assert.match(answer.error.message, /retry in \d+ seconds/i)
    }
    // The pinned client requests the capabilities, and treats any refusal as no capabilities.
    for (const [name, { connect }] of Object.entries(clients))
      await assert.rejects(connect(key, new URL(`${strict.url}/api/mcp`)), /429|Too many requests|negotiation/, name)
    // A batch counts each call: two do not fit when one is left.
    const other = standard(await node.makeKey('full'))
    const batch = (count: number) => JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...body, id })))
    const statuses = []
    for (const count of [1, 2])
      statuses.push(
        (await fetch(`${strict.url}/api/mcp`, { method: 'POST', headers: other, body: batch(count) })).status,
      )
    assert.deepEqual(statuses, [200, 429])
  })
})

describe('The fast path and the SDK', () => {
  const requests = {
    'tools/list': { method: 'tools/list' },
    'a call': { method: 'tools/call', params: { name: 'get_contact', arguments: { contact_id: contact.body.id } } },
    'a call without arguments': { method: 'tools/call', params: { name: 'list_labels' } },
    'a refusal': { method: 'tools/call', params: { name: 'get_contact', arguments: { contact_id: '999999999' } } },
    'wrong arguments': { method: 'tools/call', params: { name: 'get_contact', arguments: { id: [1] } } },
    'an unknown tool': { method: 'tools/call', params: { name: 'nothing', arguments: {} } },
  }
  const headers = { 'x-request-id': 'the-same-for-both' }
  for (const [name, request] of Object.entries(requests)) {
    test(`give the same JSON for ${name}, as of 2025`, async () => {
      const short = await post(request, headers)
      const long = await post(withMeta(request, { progressToken: 7 }), headers)
      assert.deepEqual(short.body, long.body)
      assert.equal(short.status, long.status)
    })

    test(`give the same JSON for ${name}, as of 2026`, async () => {
      const short = modern(request)
      const long = modern(withMeta(request, { progressToken: 7 }))
      const [a, b] = [
        await post(short.body, { ...short.headers, ...headers }),
        await post(long.body, { ...long.headers, ...headers }),
      ]
      assert.deepEqual(a.body, b.body)
      assert.equal(a.status, b.status)
    })
  }
})

async function connect1(key: string, url = at): Promise<Connected> {
  const client = new Client1(info)
  const transport = new Transport1(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } })
  await client.connect(transport)
  return {
    version: transport.protocolVersion,
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    close: () => client.close(),
  }
}

async function connect2(key: string, mode: 'legacy' | 'auto' | { pin: string }, url = at): Promise<Connected> {
  const client = new Client2(info, { versionNegotiation: { mode } })
  const transport = new Transport2(url, { requestInit: { headers: { authorization: `Bearer ${key}` } } })
  await client.connect(transport)
  return {
    version: client.getNegotiatedProtocolVersion(),
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
    close: () => client.close(),
  }
}

type Request = { method: string; params?: Record<string, unknown> }

function standard(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, accept: BOTH, 'content-type': 'application/json' }
}

/** Sends one raw request and parses the answer, from JSON or from an event. */
async function post(request: Request, headers: Record<string, string> = {}) {
  const response = await fetch(at, {
    method: 'POST',
    headers: { ...standard(node.key), ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? /^data: (.*)$/m.exec(text)![1]!
    : text
  const body = JSON.parse(json) as { result?: never; error?: { code: number; message: string } }
  return { status: response.status, headers: response.headers, body, result: body.result as unknown as Loose }
}

// oxlint-disable-next-line typescript/no-explicit-any -- results of every method of the protocol
type Loose = any

function withMeta(request: Request, meta: Record<string, unknown>): Request {
  return { ...request, params: { ...request.params, _meta: meta } }
}

/** The request as the revision of 2026 requires it: client in the body, method and name in the headers too. */
function modern(request: Request): { body: Request; headers: Record<string, string> } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': info,
    ...(request.params?._meta as object | undefined),
  }
  const name = request.params?.name
  return {
    body: withMeta(request, meta),
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': request.method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  }
}

async function revoked(): Promise<string> {
  const key = await node.makeKey('full')
  await node.sql`update api_keys set revoked_at = now() where id = (select max(id) from api_keys)`
  return key
}
