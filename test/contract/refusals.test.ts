import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemBody } from '#kernel/problem.ts'
import { codes, type Code } from '#kernel/problem.ts'
import { route } from '#kernel/operation.ts'
import { registry } from '#registry'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { openNode } from '#test/node.ts'

/* Every condition the specification refuses (§7) about contacts, labels, settings, snoozing and rights, by both doors. */

const { rest, tool, key, makeKey, makeUser, node, account_id } = await openNode()

const made = async (path: string, body: object) => {
  const answer = await rest<{ id: string }>('POST', path, { key, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id
}
await made('/inboxes', { name: 'Sitio', channel: 'web_widget' })
const channel = await made('/inboxes', { name: 'Canal', channel: 'api' })
const ana = await made('/contacts', { name: 'Ana', phone_number: '+573001112233', email: 'ana@example.com' })
const eva = await made('/contacts', { name: 'Eva', email: 'eva@example.com' })
const lupe = await made('/contacts', { name: 'Lupe', phone_number: '+5215512345678' })
const vip = await made('/labels', { title: 'Vip' })
const greeting = await made('/canned-responses', { short_code: 'hola', content: 'Hola', inbox: 'Sitio' })
const plan = await made('/custom-attributes', { display_name: 'Plan', key: 'plan', model: 'contact_attribute' })
const received = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${channel}/messages`, {
  key,
  body: { source_id: 'visita', content: 'Buenas' },
})
const conversation_id = received.body.conversation.id

type Case = {
  condition: string
  tool: keyof typeof registry
  args: Record<string, unknown>
  code: Code
  field?: string
  sentence: RegExp
  conflicting_id?: string
}

const cases: Case[] = [
  {
    condition: 'a contact without a name',
    tool: 'create_contact',
    args: { email: 'nadie@example.com' },
    code: 'missing_field',
    field: 'name',
    sentence: /name: This field is required/,
  },
  {
    condition: 'a contact with an empty name',
    tool: 'create_contact',
    args: { name: '  ', email: 'nadie@example.com' },
    code: 'missing_field',
    field: 'name',
    sentence: /name/,
  },
  {
    condition: 'a contact without phone number and e-mail',
    tool: 'create_contact',
    args: { name: 'Nadie' },
    code: 'missing_field',
    sentence: /phone_number.*email/,
  },
  {
    condition: 'a new contact with a phone number in use, however it is written',
    tool: 'create_contact',
    args: { name: 'Otra', phone_number: '300 111 2233' },
    code: 'duplicate_value',
    field: 'phone_number',
    sentence: new RegExp(`phone number is already in use by record ${ana}`),
    conflicting_id: ana,
  },
  {
    condition: 'a new contact with another form of a phone number in use',
    tool: 'create_contact',
    args: { name: 'Otra', phone_number: '+525512345678' },
    code: 'duplicate_value',
    field: 'phone_number',
    sentence: new RegExp(`phone number is already in use by record ${lupe}`),
    conflicting_id: lupe,
  },
  {
    condition: 'a new contact with a linked id in place of a phone number',
    tool: 'create_contact',
    args: { name: 'Oculta', phone_number: '+187654321098765' },
    code: 'invalid_value',
    field: 'phone_number',
    sentence: /"\+187654321098765" is not a valid phone number; include the country code/,
  },
  {
    condition: 'a new contact with an e-mail in use, however it is written',
    tool: 'create_contact',
    args: { name: 'Otra', email: 'ANA@example.com' },
    code: 'duplicate_value',
    field: 'email',
    sentence: new RegExp(`e-mail address is already in use by record ${ana}`),
    conflicting_id: ana,
  },
  {
    condition: 'a change of a contact to a phone number in use',
    tool: 'update_contact',
    args: { contact_id: eva, phone_number: '+573001112233' },
    code: 'duplicate_value',
    field: 'phone_number',
    sentence: /already in use/,
    conflicting_id: ana,
  },
  {
    condition: 'a change of a contact to an e-mail in use',
    tool: 'update_contact',
    args: { contact_id: eva, email: 'ana@example.com' },
    code: 'duplicate_value',
    field: 'email',
    sentence: /already in use/,
    conflicting_id: ana,
  },
  {
    condition: 'a change that leaves a contact without phone number and e-mail',
    tool: 'update_contact',
    args: { contact_id: eva, email: '' },
    code: 'missing_field',
    sentence: /phone_number.*email/,
  },
  {
    condition: 'a label with an existing title, without regard to case',
    tool: 'create_label',
    args: { title: 'VIP' },
    code: 'duplicate_value',
    field: 'title',
    sentence: new RegExp(`label title is already in use by record ${vip}`),
    conflicting_id: vip,
  },
  {
    condition: 'a canned response with a short code used in the inbox',
    tool: 'create_canned_response',
    args: { short_code: 'HOLA', content: 'Buenas', inbox: 'Sitio' },
    code: 'duplicate_value',
    field: 'short_code',
    sentence: new RegExp(`short code is already in use by record ${greeting}`),
    conflicting_id: greeting,
  },
  {
    condition: 'a canned response with a leading slash',
    tool: 'create_canned_response',
    args: { short_code: '/adios', content: 'Adiós', inbox: 'Sitio' },
    code: 'invalid_value',
    field: 'short_code',
    sentence: /without the leading slash/,
  },
  {
    condition: 'an edit of a canned response named with its slash',
    tool: 'edit_canned_response',
    args: { short_code: '/hola', new_content: 'Buenas' },
    code: 'invalid_value',
    field: 'short_code',
    sentence: /without the leading slash/,
  },
  {
    condition: 'a custom attribute of the type list without values',
    tool: 'create_custom_attribute',
    args: { display_name: 'Nivel', key: 'nivel', model: 'contact_attribute', type: 'list' },
    code: 'missing_field',
    field: 'values',
    sentence: /give them in values/,
  },
  {
    condition: 'a custom attribute whose key is taken',
    tool: 'create_custom_attribute',
    args: { display_name: 'Otro plan', key: 'plan', model: 'contact_attribute' },
    code: 'duplicate_value',
    field: 'key',
    sentence: new RegExp(`attribute key is already in use by record ${plan}`),
    conflicting_id: plan,
  },
  {
    condition: 'a custom attribute that does not say what it belongs to',
    tool: 'create_custom_attribute',
    args: { display_name: 'Nivel', key: 'nivel' },
    code: 'missing_field',
    field: 'model',
    // Tools know fewer kinds than REST.
    sentence: /required \(contact_attribute, conversation_attribute(, lead_attribute, opportunity_attribute)?\)/,
  },
  {
    condition: 'snoozing until a moment that has passed',
    tool: 'snooze_conversation',
    args: { conversation_id, until: '2020-01-01T00:00:00Z' },
    code: 'invalid_value',
    field: 'until',
    sentence: /future/,
  },
  {
    condition: 'snoozing without a moment',
    tool: 'snooze_conversation',
    args: { conversation_id },
    code: 'missing_field',
    field: 'until',
    sentence: /until: This field is required/,
  },
  {
    condition: 'a priority that is not given',
    tool: 'set_conversation_priority',
    args: { conversation_id },
    code: 'missing_field',
    field: 'priority',
    sentence: /required \(.*urgent/,
  },
]

for (const each of cases) {
  test(`${each.condition}: ${each.code}, and nothing changes`, async () => {
    const before = await rows()
    const { method, path, body } = request(each)
    const answer = await rest(method, path, { key, body })
    assert.equal(answer.status, codes[each.code][0], answer.text)
    assert.match(answer.headers.get('content-type')!, /^application\/problem\+json/)
    check(answer.body, each)

    const { status, result } = await tool(each.tool, each.args, key)
    assert.deepEqual([status, result?.isError], [200, true])
    check(result!.structuredContent, each)
    assert.deepEqual(differences(before, await rows()), [])
  })
}

function rows() {
  return fingerprint(node.runtime.database.work, [account_id])
}

/** The same call over REST, with its path parameters filled in. */
function request({ tool, args }: Pick<Case, 'tool' | 'args'>) {
  const { method, path, params } = route(registry[tool])
  const body = Object.fromEntries(Object.entries(args).filter(([name]) => !params.includes(name)))
  const filled = params.reduce((text, name) => text.replace(`:${name}`, encodeURIComponent(String(args[name]))), path)
  return { method, path: filled, body }
}

function check(problem: ProblemBody, { code, field, sentence, conflicting_id }: Case): void {
  assert.deepEqual([problem.code, problem.status], [code, codes[code][0]])
  assert.match(problem.detail, sentence)
  const named = problem.errors?.map((error) => error.parameter ?? error.pointer?.replace('#/', ''))
  if (field) assert.ok(named?.includes(field), `${problem.detail} names ${named?.join(', ')}`)
  assert.equal(problem.conflicting_id, conflicting_id)
}

const forbidden: [tool: keyof typeof registry, args: Record<string, unknown>, scope: string, held: string[]][] = [
  ['create_contact', { name: 'X', email: 'x@example.com' }, 'contacts:write', ['contacts:read']],
  ['create_label', { title: 'Nueva' }, 'labels:manage', ['contacts:write']],
  ['assign_conversation', { conversation_id, agent: 'administrator' }, 'conversations:assign', ['conversations:write']],
  ['create_team', { name: 'Nuevo' }, 'workspace:write', ['workspace:read', 'workspace:setup']],
  ['create_canned_response', { short_code: 'x', content: 'x', inbox: 'Sitio' }, 'workspace:write', ['workspace:read']],
  ['create_pipeline', { name: 'Nuevo', kind: 'leads' }, 'workspace:setup', ['crm:write', 'workspace:write']],
  ['list_custom_attributes', {}, 'workspace:read', ['contacts:read']],
]

for (const [name, args, scope, held] of forbidden) {
  test(`${name} without ${scope} is refused, naming it, and nothing changes`, async () => {
    const poor = await makeKey('custom', held)
    const before = await rows()
    const { method, path, body } = request({ tool: name, args })
    const answer = await rest(method, path, { key: poor, ...(method !== 'GET' && { body }) })
    const { status, result } = await tool(name, args, poor)
    assert.deepEqual([answer.status, status, result?.isError], [403, 200, true])
    for (const problem of [answer.body, result!.structuredContent]) {
      assert.equal(problem.code, 'permission_denied')
      assert.match(problem.detail, new RegExp(`needs the permission .*${scope}`))
    }
    assert.deepEqual(differences(before, await rows()), [])
  })
}

test('Administrator operations are refused to agents with any key', async () => {
  const agent = await makeUser('agent')
  const full = await makeKey('full', [], agent.id)
  for (const path of ['/members', '/invitations', '/api-keys', '/campaigns', '/emails', '/audit-entries']) {
    const { status, body } = await rest('GET', path, { key: full })
    assert.deepEqual([status, body.code], [403, 'permission_denied'], path)
    assert.match(body.detail, /permission admin/)
  }
})

test('Over the limit, REST and MCP answer 429 with Retry-After', async () => {
  const small = await openNode({ HILO_KEY_LIMIT: '2' })
  const ask = () => small.rest('GET', '/contacts', { key: small.key })
  assert.deepEqual([(await ask()).status, (await ask()).status], [200, 200])
  const refused = await ask()
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/)
  assert.match(refused.body.detail, /retry in \d+ seconds/)
  const { status, headers, error } = await small.tool('search_contacts', {}, small.key)
  assert.equal(status, 429)
  assert.match(headers.get('retry-after')!, /^[1-9]\d*$/)
  assert.match(error!.message, /retry in \d+ seconds/)
})
