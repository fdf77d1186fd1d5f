import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, talk, work, runs, rule, events, waiting, deliver, addAgent, addAccount } =
  await openAutomations()

await act('create_label', { title: 'Vip' })
const luz = await addAgent('Luz Peña')
const { id: macro_id } = await act('create_macro', {
  name: 'Cerrar',
  visibility: 'shared',
  actions: [
    { type: 'add_label', label: 'Vip' },
    { type: 'send_message', content: 'Adiós, {{contact.first_name}}. {{agent.first_name}}' },
    { type: 'set_status', status: 'resolved' },
  ],
})

test('All actions run in each conversation, in the caller’s name', async () => {
  const talks = [await talk({ contact: { name: 'Inés' } }), await talk({ contact: { name: 'Eva' } })]
  const conversation_ids = talks.map(({ id }) => id)
  const answer = await act(
    'run_macro',
    { macro_id, conversation_ids: [...conversation_ids, conversation_ids[0]!] },
    { as: luz },
  )
  assert.deepEqual(answer, { macro_id, pending: 2 })
  await work()
  for (const [i, conversation_id] of conversation_ids.entries()) {
    const { labels, status, messages } = await act('get_conversation_detail', { conversation_id })
    assert.deepEqual([labels, status], [['Vip'], 'resolved'])
    assert.equal(messages[0]?.content, `Adiós, ${['Inés', 'Eva'][i]}. Luz`)
    assert.deepEqual(messages[0]?.author, { type: 'agent', id: luz.id, name: luz.name })
  }
  const ran = await runs({ macro_id })
  assert.deepEqual(
    ran.map(({ status, name, event, rule_id, steps }) => [status, name, event, rule_id, steps.length]),
    Array(2).fill(['done', 'Cerrar', 'macro.requested', null, 3]),
  )
})

test('Repeated and concurrent deliveries perform each action once', async () => {
  const { id: conversation_id } = await talk()
  await work()
  await act('run_macro', { macro_id, conversation_ids: [conversation_id] }, { as: luz })
  const [event] = await waiting()
  await Promise.all([deliver(event!), deliver(event!)])
  await deliver(event!)
  await work()
  const { messages } = await act('get_conversation_detail', { conversation_id })
  assert.equal(messages.filter(({ direction }) => direction === 'outgoing').length, 1)
  assert.equal((await runs({ subject_type: 'conversation', subject_id: conversation_id })).length, 1)
})

test('Actions of a macro trigger rules, like actions by hand', async () => {
  const { id: rule_id } = await rule('conversation.resolved', [{ type: 'set_priority', priority: 'low' }])
  const { id: conversation_id } = await talk()
  await act('run_macro', { macro_id, conversation_ids: [conversation_id] }, { as: luz })
  await work()
  assert.equal((await runs({ rule_id })).length, 1)
})

test('A hidden conversation is not found, and then nothing runs', async () => {
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const [mine, theirs] = [await talk(), await talk()]
  await act('assign_conversation', { conversation_id: mine.id, agent: own.id! })
  const known = (await events()).length
  const conversation_ids = [mine.id, theirs.id]
  assert.equal((await refusal(act('run_macro', { macro_id, conversation_ids }, { as: own }))).code, 'not_found')
  const other = await addAccount()
  const foreign = await other.talk()
  assert.equal((await refusal(act('run_macro', { macro_id, conversation_ids: [foreign.id] }))).code, 'not_found')
  assert.equal((await events()).length, known)
  await act('run_macro', { macro_id, conversation_ids: [mine.id] }, { as: own })
})

test('Running a macro requires the permissions of all its actions', async () => {
  const { id } = await talk()
  const attempt = (as: typeof luz) => refusal(act('run_macro', { macro_id, conversation_ids: [id] }, { as }))
  const sending = await attempt(only('conversations:write', 'workspace:read'))
  assert.deepEqual([sending.code, /messages:send/.test(sending.message)], ['permission_denied', true])
  assert.equal((await attempt(only('messages:send'))).code, 'permission_denied')
  await act('run_macro', { macro_id, conversation_ids: [id] }, { as: only('conversations:write', 'messages:send') })
})

test('A private macro of another user is not found, and too many conversations are rejected', async () => {
  const { id } = await talk()
  const hers = await act('create_macro', { name: 'Suya', actions: [{ type: 'unassign_agent' }] }, { as: luz })
  assert.equal((await refusal(act('run_macro', { macro_id: hers.id, conversation_ids: [id] }))).code, 'not_found')
  const many = Array.from({ length: 101 }, () => id)
  assert.equal((await refusal(act('run_macro', { macro_id, conversation_ids: many }))).code, 'invalid_request')
  assert.equal((await refusal(act('run_macro', { macro_id, conversation_ids: [] }))).code, 'invalid_request')
  assert.ok(actor.id)
})
