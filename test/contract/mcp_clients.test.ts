import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { ProblemBody } from '#kernel/problem.ts'
import { openNode, spawnNode } from '#test/node.ts'

const MODERN = '2026-07-28'
const BOTH = 'application/json, text/event-stream'
const info = { name: 'hilo-test', version: '1.0.0' }

type Result = {
  isError?: boolean
  structuredContent?: Record<string, unknown> & ProblemBody
  content: { text?: string }[]
}

/** What the tests do with a client, whichever it is. */
type Connected = {
  version: string | undefined
  server: { name: string } | undefined
  instructions: string | undefined
  list(): Promise<{ name: string; outputSchema?: unknown }[]>
  call(name: string, args: Record<string, unknown>): Promise<Result>
  close(): Promise<void>
}

const node = await openNode()
const at = new URL(`${node.url}/api/mcp`)
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
  describe(`the client ${name}`, () => {
    test('connects, and learns whom it talks to', async () => {
      const client = await connect(node.key)
      assert.equal(client.version, version)
      assert.equal(client.server?.name, 'hilo')
      assert.match(client.instructions ?? '', /no tools for sending messages/)
      await client.close()
    })

    test('lists the tools, calls them, and gets the same as by REST', async () => {
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

    test('writes, and the write is there', async () => {
      const client = await connect(node.key)
      const email = `${name.replaceAll(/\W/g, '')}@example.com`
      const made = await client.call('create_contact', { name, email })
      const found = await client.call('search_contacts', { query: email })
      assert.deepEqual((found.structuredContent!.items as unknown[])[0], made.structuredContent)
      await client.close()
    })

    test('gets a refusal as a result, with the problem in it, and does not throw over its shape', async () => {
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

    test('is told which arguments are wrong', async () => {
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

    test('learns that there is no such tool', async () => {
      const client = await connect(node.key)
      await assert.rejects(client.call('send_message', {}), (error: { code: number; message: string }) => {
        assert.equal(error.code, -32602)
        assert.match(error.message, /Unknown tool: send_message/)
        return true
      })
      await client.close()
    })

    test('is not let in without a key, and does not go looking for OAuth', async () => {
      await assert.rejects(connect('hil_nobody'), /401|Unauthorized|valid API key/i)
    })

    test('sees only what a lesser key may do, and is refused the rest by name', async () => {
      const client = await connect(await node.makeKey('custom', ['contacts:read']))
      const tools = await client.list()
      assert.deepEqual(tools.map((tool) => tool.name).toSorted(), ['get_contact', 'list_labels', 'search_contacts'])
      const { isError, structuredContent } = await client.call('create_contact', { name: 'X', email: 'x@example.com' })
      assert.equal(isError, true)
      assert.equal(structuredContent!.code, 'permission_denied')
      assert.match(structuredContent!.detail, /contacts:write/)
      await client.close()
    })
  })
}

describe('a client of an older revision', () => {
  for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']) {
    test(`${version} is answered in it`, async () => {
      const started = await post({
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: info },
      })
      assert.equal(started.status, 200)
      assert.equal(started.result.protocolVersion, version)
      assert.deepEqual(started.result.capabilities, { tools: { listChanged: false } })
      // The first revision knew no such header; the later ones send it from here on.
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

  test('nobody knows is offered the newest it can be', async () => {
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: info }
    const { result } = await post({ method: 'initialize', params })
    assert.equal(result.protocolVersion, '2025-11-25')
  })

  test('may call without having said hello: there are no sessions', async () => {
    const { status, result, headers } = await post({ method: 'tools/list' })
    assert.equal(status, 200)
    assert.ok(result.tools.length > 0)
    assert.equal(headers.get('mcp-session-id'), null)
  })
})

describe('at the address of the tools', () => {
  test('who has no valid key gets 401, without a pointer to OAuth', async () => {
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

  test('only POST is served', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await node.rest(method, '/api/mcp', { key: node.key, headers: { accept: BOTH } })
      assert.equal(status, 405)
      assert.equal(headers.get('allow'), 'POST')
    }
  })

  test('a page of another site is refused, and one of ours is not', async () => {
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

  test('whatever a client says it accepts, it gets JSON', async () => {
    for (const accept of ['application/json', '*/*', 'text/event-stream', BOTH]) {
      const { status, headers, result } = await post({ method: 'tools/list' }, { accept })
      assert.equal(status, 200, accept)
      assert.match(headers.get('content-type') ?? '', /^application\/json/, accept)
      assert.ok(result.tools.length > 0)
    }
  })

  test('what is no request of the protocol is refused as such', async () => {
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

  test('a modern request whose headers and body disagree is refused', async () => {
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

  test('who is over the limit gets 429, with the id of the call and when to come back', async () => {
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
    // The pinned client asks what the server offers, and takes any refusal for a server that offers nothing.
    for (const [name, { connect }] of Object.entries(clients))
      await assert.rejects(connect(key, new URL(`${strict.url}/api/mcp`)), /429|Too many requests|negotiation/, name)
    // A batch counts for what it holds: two do not fit where one is left.
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

describe('the short way and the long way through the door', () => {
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

/** One request as it goes over the wire, and the answer, whether it comes as JSON or as an event. */
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

/** The request as the revision of 2026 wants it: who asks in the body, what is asked in the headers too. */
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
