import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode as countTokensOf } from 'gpt-tokenizer/encoding/o200k_base'
import { scopes } from '#contract/permissions.ts'
import { isRead, permissionsOf } from '#kernel/operation.ts'
import { openNode } from '#test/node.ts'
import { matchesSnapshot } from '#test/snapshot.ts'
import { operations } from '../attacks/tenant.ts'
import { type Kind, never_tools, type Parameter, type Parameters, permissions, specification } from './specification.ts'

type Schema = { type?: string; enum?: string[]; anyOf?: Schema[]; items?: Schema; description?: string }
type Tool = {
  name: string
  title: string
  description: string
  inputSchema: {
    type: string
    properties?: Record<string, Schema>
    required?: string[]
    additionalProperties?: boolean
  }
  annotations: Record<string, boolean>
  outputSchema?: { type: string }
  /** The view that clients with MCP Apps show. */
  _meta?: { ui: { resourceUri: string } }
}

const countTokens = (text: string) => countTokensOf(text).length

const node = await openNode()
const all = await list(node.key)
const detailed = await list(node.key, {}, '/api/mcp?schemas=1')
const specified = Object.values(specification).flatMap((group) => Object.entries(group))

test('The list of tools matches the committed one', () => matchesSnapshot('test/contract/tools.json', all))

test('The specification has 69 tools', () => assert.equal(specified.length, 69))

test('Every tool of the specification is served; further ones are those of the snapshot', () => {
  const served = new Set(all.map(({ name }) => name))
  assert.deepEqual(
    specified.map(([name]) => name).filter((name) => !served.has(name)),
    [],
  )
})

for (const [group, tools] of Object.entries(specification)) {
  const served = all.filter(({ name }) => name in tools)
  // A group is complete or absent.
  if (served.length === 0 && group !== 'contacts') continue
  describe(`The tools for ${group}`, () => {
    test('are complete', () => {
      assert.deepEqual(served.map(({ name }) => name).toSorted(), Object.keys(tools).toSorted())
    })
    for (const tool of served) {
      test(`${tool.name} takes what the specification says, and nothing else`, () => {
        assert.deepEqual(parametersOf(tool), plain(tools[tool.name]!))
      })
    }
  })
}

test('Every tool of the specification needs exactly the permissions of its table', () => {
  const needed = Object.fromEntries(
    Object.entries(permissions).flatMap(([needs, tools]) => tools.split(' ').map((name) => [name, needs])),
  )
  assert.deepEqual(Object.keys(needed).toSorted(), specified.map(([name]) => name).toSorted())
  for (const [name] of specified) assert.equal([...needsOf(name)].join(' '), needed[name], name)
})

test('Messages, campaigns, keys, webhooks, invitations, tokens, notes and merging are no tools', () => {
  assert.deepEqual(
    all.map(({ name }) => name).filter((name) => never_tools.test(name)),
    [],
  )
  for (const name of ['create_api_key', 'revoke_api_key', 'get_classic_token', 'regenerate_classic_token']) absent(name)
  for (const name of ['add_contact_note', 'delete_contact_note', 'merge_contacts', 'delete_contact']) absent(name)
  for (const [name, op] of operations.filter(([, each]) => each.tool === false)) absent(name, op.summary)
})

test('Calling an unknown tool is a protocol error and does nothing', async () => {
  for (const name of ['create_api_key', 'delete_contact', 'no_such_tool', '__proto__', 'constructor', '']) {
    const { error, result } = await node.tool(name, {}, node.key)
    assert.equal(result, undefined)
    assert.equal(error?.code, -32602, name)
  }
})

test('Reports of long periods fit a model’s context; with schemas they are whole', async () => {
  const read = async (name: string, days: number, path = '/api/mcp') => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { days } } }
    const headers = { accept: 'application/json, text/event-stream' }
    const answer = await node.rest<{ result: { content: { text: string }[] } }>('POST', path, {
      key: node.key,
      body,
      headers,
    })
    return answer.body.result.content[0]!.text
  }
  for (const name of ['get_overview_report', 'get_conversations_report', 'get_crm_report', 'get_agents_report'])
    for (const days of [62, 365, 732, 3660]) {
      const tokens = countTokens(await read(name, days))
      assert.ok(tokens < 10_000, `${name} of ${days} days has ${tokens} tokens`)
    }
  assert.equal(JSON.parse(await read('get_overview_report', 365, '/api/mcp?schemas=1')).daily.length, 365)
})

test('With schemas every tool has a title, a description and annotations about all its effects', () => {
  for (const { name, title, description, annotations } of detailed) {
    const [, op] = operations.find(([each]) => each === name)!
    assert.match(name, /^[a-z][a-z0-9_]{0,63}$/)
    assert.match(title, /^[A-Z]/, name)
    assert.match(description, /\.$/, name)
    assert.deepEqual(annotations, {
      readOnlyHint: isRead(op),
      destructiveHint: op.destructive ?? false,
      idempotentHint: isRead(op) || (op.idempotent ?? false),
      openWorldHint: annotations.openWorldHint,
    })
  }
})

test('Every tool schema is an object without references', () => {
  for (const { name, inputSchema, outputSchema } of detailed) {
    assert.equal(inputSchema.type, 'object', name)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"\$(ref|defs|schema)"/, name)
    assert.equal(outputSchema?.type, 'object', name)
    assert.doesNotMatch(JSON.stringify(outputSchema), /"\$schema"/, name)
  }
})

test('The whole list takes less than 12,000 tokens of a model’s context, and a tool at most 450', () => {
  const tokens = countTokens(JSON.stringify({ tools: all }))
  assert.ok(tokens < 12_000, `${tokens} tokens`)
  for (const tool of all) assert.ok(countTokens(JSON.stringify(tool)) <= 450, tool.name)
})

test('The list has no schema of answers, no title and no bounds, unless the client asks for schemas', () => {
  for (const [index, { name, annotations, _meta, ...tool }] of all.entries()) {
    assert.deepEqual(Object.keys(tool), ['description', 'inputSchema'], name)
    assert.doesNotMatch(JSON.stringify(tool.inputSchema), /"(maxLength|maxItems|pattern|additionalProperties":false)/)
    assert.equal(Object.keys(annotations).length, 1, name)
    const { title: _, outputSchema: __, annotations: effects, _meta: view, ...same } = detailed[index]!
    assert.deepEqual(view, _meta)
    assert.deepEqual(same, { name, ...tool })
    for (const [hint, value] of Object.entries(annotations)) assert.equal(effects[hint], value, name)
  }
})

test('The fields of short rows are fields of the records', () => {
  for (const [name, { tool, output }] of operations.filter(([, op]) => op.tool && op.tool.row)) {
    const item = (output as unknown as { shape: { items: { element: { shape: object } } } }).shape.items.element
    const unknown = (tool && tool.row ? tool.row : []).filter((field) => !(field in item.shape))
    assert.deepEqual(unknown, [], name)
  }
})

test('A key sees exactly the tools it may call', async () => {
  const agent = await node.makeUser('agent')
  const keys = [
    { key: await node.makeKey('read_only'), may: scopes.filter((scope) => scope.endsWith(':read')) },
    { key: await node.makeKey('custom', ['contacts:write']), may: ['contacts:write'] },
    { key: await node.makeKey('custom', ['reports:read']), may: ['reports:read'] },
    {
      key: await node.makeKey('custom', ['contacts:write', 'labels:manage']),
      may: ['contacts:write', 'labels:manage'],
    },
    { key: await node.makeKey('custom', [...scopes]), may: scopes },
    { key: await node.makeKey('custom', ['contacts:read', 'labels:manage'], agent.id), may: ['contacts:read'] },
  ]
  for (const { key, may } of keys) {
    const expected = all.filter(({ name }) => needsOf(name).every((each) => (may as readonly string[]).includes(each)))
    assert.deepEqual(await list(key), expected)
  }
  assert.deepEqual(names(await list(keys[1]!.key)), [
    'create_contact',
    'tag_contact',
    'untag_contact',
    'update_contact',
  ])
  assert.ok(!names(await list(keys[5]!.key)).includes('create_label'))
})

test('X-MCP-Readonly lists only reads and refuses writes', async () => {
  const headers = { 'x-mcp-readonly': 'true' }
  const shown = await list(node.key, headers)
  assert.deepEqual(
    shown,
    all.filter(({ annotations }) => annotations.readOnlyHint),
  )
  assert.deepEqual(await list(node.key, {}, '/api/mcp/readonly'), shown)
  // Anything but a clear no counts as yes.
  for (const value of ['1', 'TRUE', 'yes', '', 'maybe'])
    assert.deepEqual(await list(node.key, { 'x-mcp-readonly': value }), shown, value)
  for (const value of ['false', '0', 'No', 'OFF'])
    assert.deepEqual(await list(node.key, { 'x-mcp-readonly': value }), all, value)
  const { result } = await node.tool('create_label', { title: 'x' }, node.key, headers)
  assert.equal(result?.isError, true)
  assert.equal(result?.structuredContent.code, 'permission_denied')
  assert.equal((await node.tool('list_labels', {}, node.key, headers)).result?.isError, undefined)
  assert.deepEqual((await node.tool('list_labels', {}, node.key)).result?.structuredContent.items, [])
})

test('X-MCP-Toolsets lists only the named toolsets and refuses others', async () => {
  const contacts = all.filter(({ name }) => needsOf(name)[0]?.startsWith('contacts:'))
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': 'contacts' }), contacts)
  const two = all.filter(({ name }) => /^(contacts|reports):/.test(needsOf(name)[0]!))
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': ' reports , contacts,' }), two)
  assert.deepEqual(await list(node.key, {}, '/api/mcp/x/contacts'), contacts)
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': 'reports' }, '/api/mcp/x/contacts'), [])
  for (const [path, headers] of [
    ['/api/mcp', { 'x-mcp-toolsets': 'contacts,nothing' }],
    ['/api/mcp/x/nothing', {}],
  ] as const) {
    const answer = await post(path, node.key, headers)
    assert.equal(answer.status, 422)
    assert.match(answer.body.detail, /^There is no toolset "nothing"; choose among contacts, conversations, crm, /)
  }
  for (const [path, headers] of [
    ['/api/mcp', { 'x-mcp-toolsets': '' }],
    ['/api/mcp', { 'x-mcp-toolsets': ' , ' }],
    ['/api/mcp/x/', {}],
  ] as const)
    assert.match((await post(path, node.key, headers)).body.detail, /^There is no toolset ""; choose among contacts, /)
  const both = await list(node.key, { 'x-mcp-toolsets': 'contacts', 'x-mcp-readonly': 'true' })
  assert.deepEqual(
    both,
    contacts.filter(({ annotations }) => annotations.readOnlyHint),
  )
  assert.deepEqual(await list(node.key, {}, '/api/mcp/x/contacts/readonly'), both)
  const { result } = await node.tool('list_labels', {}, node.key, { 'x-mcp-toolsets': 'reports' })
  assert.equal(result?.isError, true)
  assert.equal(result?.structuredContent.code, 'permission_denied')
})

function post(path: string, key: string, headers: Record<string, string>) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  return node.rest<{ result: { tools: Tool[] } }>('POST', path, { key, body, headers: { accept, ...headers } })
}

async function list(key: string, headers: Record<string, string> = {}, path = '/api/mcp'): Promise<Tool[]> {
  return (await post(path, key, headers)).body.result.tools
}

function names(tools: Tool[]): string[] {
  return tools.map(({ name }) => name).sort()
}

function needsOf(name: string): readonly string[] {
  return permissionsOf(operations.find(([each]) => each === name)![1])
}

function absent(name: string, why = name): void {
  assert.ok(!all.some((tool) => tool.name === name), why)
}

type Plain = Record<string, { kind: Kind; required: boolean }>

function plain(parameters: Parameters): Plain {
  const entries = Object.entries(parameters).map(([name, parameter]) => [name, describeParameter(parameter)] as const)
  return Object.fromEntries(entries)
}

function describeParameter(parameter: Parameter): Plain[string] {
  const given = typeof parameter === 'object' && 'required' in parameter
  return given ? { kind: parameter.required, required: true } : { kind: parameter, required: false }
}

/** The parameters of a tool, in the format of the specification's table. */
function parametersOf({ inputSchema }: Tool): Plain {
  const { properties = {}, required = [] } = inputSchema
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, { kind: kindOf(schema), required: required.includes(name) }] as const,
  )
  return Object.fromEntries(entries)
}

/** Null only clears a field; it does not change the type. */
function kindOf(schema: Schema): Kind {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema]
  if (!only || others.length > 0) return JSON.stringify(schema) as Kind
  if (only.enum) return only.enum
  return (only.type === 'array' ? `${only.items?.type}[]` : only.type) as Kind
}
