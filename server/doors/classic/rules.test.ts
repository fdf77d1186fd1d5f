import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openClassicNode } from '#test/classic.ts'
import { openReceiver } from '#test/receiver.ts'
import { until } from '#test/wait.ts'

const { classic, ok, ask, account_id } = await openClassicNode({ HILO_OUTBOUND_ALLOW: '127.0.0.0/8' })
const receiver = await openReceiver()

test('The server answers GET /api without a token', async () => {
  const answer = await ask('GET', '/api')
  assert.equal(answer.status, 200)
  assert.deepEqual([answer.body.queue_services, answer.body.data_services], ['ok', 'ok'])
  assert.match(answer.body.version, /^\d+\.\d+\.\d+$/)
})

describe('Agents', () => {
  test('are added, changed and removed', async () => {
    const input = {
      name: 'Luz',
      email: 'luz@example.com',
      role: 'agent',
      availability_status: 'busy',
      auto_offline: false,
    }
    const agent = await ok('POST', '/agents', input)
    assert.deepEqual(
      [agent.name, agent.email, agent.role, agent.account_id, agent.auto_offline, agent.confirmed],
      ['Luz', 'luz@example.com', 'agent', Number(account_id), false, false],
    )
    const changed = await ok('PATCH', `/agents/${agent.id}`, { role: 'administrator', availability: 'online' })
    assert.deepEqual([changed.id, changed.role, changed.availability_status], [agent.id, 'administrator', 'online'])
    const removed = await classic('DELETE', `/agents/${agent.id}`)
    assert.deepEqual([removed.status, removed.text], [200, ''])
    const left: { id: number }[] = await ok('GET', '/agents')
    assert.ok(!left.some(({ id }) => id === agent.id))
    assert.equal((await classic('POST', '/agents', { name: 'X', email: 'x' })).status, 422)
    assert.equal((await classic('PATCH', '/agents/999999', { role: 'agent' })).status, 404)
  })
})

describe('Custom filters', () => {
  test('are saved, read, listed, changed and deleted', async () => {
    const clause = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: null }
    const body = { name: 'Abiertas', type: 'conversation', query: { payload: [clause] } }
    const filter = await ok('POST', '/custom_filters?filter_type=conversation', body)
    assert.deepEqual(
      [filter.name, filter.filter_type, filter.query],
      ['Abiertas', 'conversation', { payload: [clause] }],
    )
    assert.deepEqual(await ok('GET', `/custom_filters/${filter.id}`), filter)
    assert.deepEqual(await ok('GET', '/custom_filters?filter_type=conversation'), [filter])
    assert.deepEqual(await ok('GET', '/custom_filters?filter_type=contact'), [])
    const renamed = await ok('PATCH', `/custom_filters/${filter.id}`, { name: 'Otras', query: {} })
    assert.deepEqual([renamed.name, renamed.query], ['Otras', { payload: [] }])
    assert.equal((await classic('DELETE', `/custom_filters/${filter.id}`)).status, 204)
    assert.equal((await classic('GET', `/custom_filters/${filter.id}`)).status, 404)
  })
})

describe('Automation rules', () => {
  const clause = (attribute_key: string, filter_operator: string, value: string, query_operator: string | null) => ({
    attribute_key,
    filter_operator,
    values: [value],
    query_operator,
  })
  const rule = (url: string) => ({
    name: 'Iniciar',
    description: 'Comandos',
    event_name: 'message_created',
    active: true,
    conditions: [
      clause('content', 'contains', 'iniciar', 'AND'),
      clause('phone_number', 'equal_to', '+123456', 'OR'),
      clause('content', 'contains', 'status', 'nil'),
    ],
    actions: [{ action_name: 'send_webhook_event', action_params: [url] }],
  })

  test('are created, read, listed, changed and deleted in the shape clients know', async () => {
    const made = await ok('POST', '/automation_rules/', rule('https://example.com/hook'))
    const { id, created_on, ...rest } = made
    assert.equal(typeof created_on, 'number')
    const conditions = rule('').conditions.with(-1, clause('content', 'contains', 'status', null))
    assert.deepEqual(rest, { ...rule('https://example.com/hook'), account_id: Number(account_id), conditions })
    assert.deepEqual((await ok('GET', '/automation_rules')).payload, [made])
    assert.deepEqual((await ok('GET', `/automation_rules/${id}`)).payload, made)
    const actions = [
      { action_name: 'add_label', action_params: ['urgente'] },
      { action_name: 'change_priority', action_params: ['high'] },
    ]
    const changed = await ok('PATCH', `/automation_rules/${id}`, { active: false, actions })
    assert.deepEqual([changed.payload.active, changed.payload.actions], [false, actions])
    assert.equal((await classic('DELETE', `/automation_rules/${id}`)).status, 200)
    assert.deepEqual((await ok('GET', '/automation_rules')).payload, [])
  })

  test('send the conversation under the name of the event, for messages of either side', async () => {
    const { id: rule_id } = await ok('POST', '/automation_rules', rule(receiver.url))
    const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
    const contact = { inbox_id: inbox.id, name: 'Bot', phone_number: '+123456' }
    const { id: contact_id } = (await ok('POST', '/contacts', contact)).payload.contact
    const { id } = await ok('POST', '/conversations', { contact_id, inbox_id: inbox.id })
    // The body has the latest message when the rule runs, so each call is waited for.
    for (const [content, message_type, calls] of [
      ['iniciar', 'outgoing', 1],
      ['nada', 'outgoing', 1],
      ['status', 'incoming', 2],
    ] as const) {
      await ok('POST', `/conversations/${id}/messages`, { content, message_type })
      await until(() => receiver.requests.length >= calls, `${calls} calls of the rule`)
    }
    assert.deepEqual(
      receiver
        .bodies()
        .map(({ event, id: conversation, messages }) => [
          event,
          conversation,
          messages[0].content,
          messages[0].account_id,
        ]),
      ['iniciar', 'status'].map((word) => ['automation_event.message_created', id, word, Number(account_id)]),
    )
    await ok('DELETE', `/automation_rules/${rule_id}`)
  })

  test('are refused where an event, a condition or an action is unknown', async () => {
    const good = rule('https://example.com/hook')
    const bad = [
      { ...good, event_name: 'moon_rose' },
      { ...good, conditions: [clause('shoe_size', 'equal_to', '42', null)] },
      { ...good, actions: [{ action_name: 'fly', action_params: [] }] },
      { ...good, actions: [{ action_name: 'send_webhook_event', action_params: ['http://10.0.0.1/'] }] },
    ]
    for (const body of bad) assert.equal((await classic('POST', '/automation_rules', body)).status, 422)
  })
})

describe('Macros', () => {
  test('are saved, and run on conversations', async () => {
    const actions = [{ action_name: 'resolve_conversation', action_params: [] }]
    const { payload: macro } = await ok('POST', '/macros', { name: 'Cerrar', visibility: 'global', actions })
    assert.deepEqual([macro.name, macro.visibility], ['Cerrar', 'global'])
    assert.deepEqual(macro.actions, [{ action_name: 'change_status', action_params: ['resolved'] }])
    const { payload: listed } = await ok('GET', '/macros')
    assert.deepEqual(listed, [macro])
    const inbox = await ok('POST', '/inboxes', { name: 'Otro', channel: { type: 'api' } })
    const { id: contact_id } = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload
      .contact
    const { id } = await ok('POST', '/conversations', { contact_id, inbox_id: inbox.id })
    assert.equal((await classic('POST', `/macros/${macro.id}/execute`, { conversation_ids: [id] })).status, 200)
    const isResolved = async () => (await ok('GET', `/conversations/${id}`)).status === 'resolved'
    await until(isResolved, 'the macro resolves the conversation')
    assert.equal((await classic('DELETE', `/macros/${macro.id}`)).status, 200)
  })
})

test('Deleting an inbox answers with a message', async () => {
  const { id } = await ok('POST', '/inboxes', { name: 'Corto', channel: { type: 'api' } })
  assert.equal(typeof (await ok('DELETE', `/inboxes/${id}`)).message, 'string')
  assert.equal((await classic('GET', `/inboxes/${id}`)).status, 404)
})
