import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { isRead, permissionsOf } from '#kernel/operation.ts'
import { openNode } from '#test/node.ts'
import { matchesSnapshot } from '#test/snapshot.ts'
import { operations } from '../attacks/ground.ts'
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
  outputSchema: { type: string }
  annotations: Record<string, boolean>
}

const node = await openNode()
const all = await list(node.key)
const specified = Object.values(specification).flatMap((group) => Object.entries(group))

test('the list of tools is the one committed', () => matchesSnapshot('test/contract/tools.json', all))

test('the specification has 69 tools', () => assert.equal(specified.length, 69))

test('every tool there is stands in the specification', () => {
  const known = new Set(specified.map(([name]) => name))
  assert.deepEqual(
    all.map(({ name }) => name).filter((name) => !known.has(name)),
    [],
  )
})

for (const [group, tools] of Object.entries(specification)) {
  const served = all.filter(({ name }) => name in tools)
  // A group comes whole: the first of its tools asks for the others.
  if (served.length === 0 && group !== 'contacts') continue
  describe(`the tools for ${group}`, () => {
    test('are all there', () => {
      assert.deepEqual(served.map(({ name }) => name).toSorted(), Object.keys(tools).toSorted())
    })
    for (const tool of served) {
      test(`${tool.name} takes what the specification says, and nothing else`, () => {
        assert.deepEqual(parametersOf(tool), plain(tools[tool.name]!))
      })
    }
  })
}

test('every tool needs the permissions of the table, no fewer and no more', () => {
  const needed = Object.fromEntries(
    Object.entries(permissions).flatMap(([needs, tools]) => tools.split(' ').map((name) => [name, needs])),
  )
  assert.deepEqual(Object.keys(needed).toSorted(), specified.map(([name]) => name).toSorted())
  for (const { name } of all) assert.equal([...needsOf(name)].join(' '), needed[name], name)
})

test('what is kept from agents is no tool: messages, campaigns, keys, webhooks, invitations, tokens, notes, merging', () => {
  assert.deepEqual(
    all.map(({ name }) => name).filter((name) => never_tools.test(name)),
    [],
  )
  for (const name of ['create_api_key', 'revoke_api_key', 'get_classic_token', 'regenerate_classic_token']) absent(name)
  for (const name of ['add_contact_note', 'delete_contact_note', 'merge_contacts', 'delete_contact']) absent(name)
  for (const [name, op] of operations.filter(([, each]) => each.tool === false)) absent(name, op.summary)
})

test('calling what is no tool is an error of the protocol, and does nothing', async () => {
  for (const name of ['create_api_key', 'delete_contact', 'no_such_tool', '__proto__', 'constructor', '']) {
    const { error, result } = await node.tool(name, {}, node.key)
    assert.equal(result, undefined)
    assert.equal(error?.code, -32602, name)
  }
})

test('every tool has a title, says what it does, and tells hosts how dangerous it is', () => {
  for (const { name, title, description, annotations } of all) {
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

test('every schema of a tool is one every client can read: an object, closed, without references', () => {
  for (const { name, inputSchema, outputSchema } of all) {
    assert.equal(inputSchema.type, 'object', name)
    assert.equal(inputSchema.additionalProperties, false, name)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"\$(ref|defs|schema)"/, name)
    assert.equal(outputSchema.type, 'object', name)
    assert.doesNotMatch(JSON.stringify(outputSchema), /"\$schema"/, name)
  }
})

test('a model reads the tools for little: at most 2 kB each, of which it sees name, description and input', () => {
  for (const { name, description, inputSchema } of all) {
    const bytes = JSON.stringify({ name, description, inputSchema }).length
    assert.ok(bytes <= 2000, `${name}: ${bytes}`)
  }
})

test('a key sees the tools it may call, and no others', async () => {
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

test('X-MCP-Readonly leaves the reads, and refuses the writes it hides', async () => {
  const headers = { 'x-mcp-readonly': 'true' }
  const shown = await list(node.key, headers)
  assert.deepEqual(
    shown,
    all.filter(({ annotations }) => annotations.readOnlyHint),
  )
  const { result } = await node.tool('create_label', { title: 'x' }, node.key, headers)
  assert.equal(result?.isError, true)
  assert.equal(result?.structuredContent.code, 'permission_denied')
  assert.equal((await node.tool('list_labels', {}, node.key, headers)).result?.isError, undefined)
  assert.deepEqual((await node.tool('list_labels', {}, node.key)).result?.structuredContent.items, [])
})

test('X-MCP-Toolsets leaves the sets named, and refuses what it hides', async () => {
  const contacts = all.filter(({ name }) => needsOf(name)[0]?.startsWith('contacts:'))
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': 'contacts' }), contacts)
  const two = all.filter(({ name }) => /^(contacts|reports):/.test(needsOf(name)[0]!))
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': ' reports , contacts,' }), two)
  assert.deepEqual(await list(node.key, { 'x-mcp-toolsets': 'nothing' }), [])
  const both = await list(node.key, { 'x-mcp-toolsets': 'contacts', 'x-mcp-readonly': 'true' })
  assert.deepEqual(
    both,
    contacts.filter(({ annotations }) => annotations.readOnlyHint),
  )
  const { result } = await node.tool('list_labels', {}, node.key, { 'x-mcp-toolsets': 'reports' })
  assert.equal(result?.isError, true)
  assert.equal(result?.structuredContent.code, 'permission_denied')
})

async function list(key: string, headers: Record<string, string> = {}): Promise<Tool[]> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  const answer = await node.rest<{ result: { tools: Tool[] } }>('POST', '/api/mcp', {
    key,
    body,
    headers: { accept, ...headers },
  })
  return answer.body.result.tools
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

/** What a tool takes, in the words of the specification's table. */
function parametersOf({ inputSchema }: Tool): Plain {
  const { properties = {}, required = [] } = inputSchema
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, { kind: kindOf(schema), required: required.includes(name) }] as const,
  )
  return Object.fromEntries(entries)
}

/** Null only clears what may be cleared; it does not change what a field is. */
function kindOf(schema: Schema): Kind {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [schema]
  if (!only || others.length > 0) return JSON.stringify(schema) as Kind
  if (only.enum) return only.enum
  return (only.type === 'array' ? `${only.items?.type}[]` : only.type) as Kind
}
