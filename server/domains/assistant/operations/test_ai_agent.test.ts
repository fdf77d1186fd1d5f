import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ai_tools } from '#contract/records/assistant.ts'
import { openAssistant } from '#test/assistant.ts'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAccount, runtime, llm, makeInbox, teach } = await openAssistant()
const inbox = await makeInbox({ enabled: false, enabled_tools: [...ai_tools] })
const inbox_id = inbox.id
await teach('Envíos', 'El envío a Cali cuesta 12.000 pesos.')
const { model } = runtime

test('A test shows the agent’s answer with its sources, even while the agent is switched off', async () => {
  llm.answers('Cuesta 12.000 pesos.')
  const history = [
    { role: 'customer', content: 'Hola' },
    { role: 'agent', content: '¿En qué le ayudo?' },
  ] as const
  const trial = await act('test_ai_agent', {
    inbox_id,
    message: '¿Cuánto cuesta el envío a Cali?',
    history: [...history],
  })
  assert.deepEqual(
    { ...trial, sources: trial.sources.map(({ title }) => title) },
    { reply: 'Cuesta 12.000 pesos.', handed_over: null, tool_calls: [], sources: ['Envíos'], model: 'prueba-1' },
  )
  assert.deepEqual(llm.requests.at(-1)!.messages.slice(2), [
    { role: 'user', content: 'Hola' },
    { role: 'assistant', content: '¿En qué le ayudo?' },
    { role: 'user', content: '¿Cuánto cuesta el envío a Cali?' },
  ])
})

test('Tools change nothing during a test, and the result lists the ones that would run', async () => {
  const calls = [
    { name: 'create_lead', input: { interest: 'una casa' } },
    { name: 'look_up_contact', input: {} },
  ]
  llm.answers(({ messages }) => (messages.some(({ role }) => role === 'tool') ? 'Anotado.' : { calls }))
  const pool = runtime.database.work
  const before = await fingerprint(pool, [actor.account.id], false)
  const { reply, tool_calls } = await act('test_ai_agent', { inbox_id, message: 'Quiero una casa' })
  assert.deepEqual([reply, tool_calls], ['Anotado.', calls.map(({ name, input }) => ({ tool: name, input }))])
  assert.deepEqual(differences(before, await fingerprint(pool, [actor.account.id], false)), [])
})

test('A handover is reported with its reason and the text the customer would read', async () => {
  const result = await act('test_ai_agent', { inbox_id, message: 'Quiero hablar con un humano' })
  assert.deepEqual([result.handed_over, result.reply?.slice(0, 8)], ['requested', 'Te paso '])
  llm.answers({ status: 401 })
  assert.equal((await act('test_ai_agent', { inbox_id, message: 'Hola' })).handed_over, 'failed')
})

test('Without a language model a test answers from the knowledge base alone', async () => {
  runtime.model = undefined
  const { reply, model: used } = await act('test_ai_agent', { inbox_id, message: '¿Cuánto cuesta el envío a Cali?' })
  assert.deepEqual([reply, used], ['El envío a Cali cuesta 12.000 pesos.\n\nFuente: Envíos', null])
  runtime.model = model
})

test('An empty message, an inbox of another workspace and a missing permission are refused', async () => {
  assert.equal((await refusal(act('test_ai_agent', { inbox_id, message: ' ' }))).code, 'missing_field')
  const other = await addAccount()
  assert.equal((await refusal(other.act('test_ai_agent', { inbox_id, message: 'Hola' }))).code, 'not_found')
  for (const as of [only('workspace:read', 'knowledge:read'), only('workspace:write')])
    assert.equal((await refusal(act('test_ai_agent', { inbox_id, message: 'Hola' }, { as }))).code, 'permission_denied')
})
