import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAssistant } from '#test/assistant.ts'
import { differences, fingerprint } from '#test/fingerprint.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, runtime, llm, makeInbox, say, teach } = await openAssistant()
const inbox = await makeInbox({ enabled: false, temperature: 0.1 }, 'Habla de usted.')
await teach('Envíos', 'El envío a Cali cuesta 12.000 pesos.')
const { model } = runtime

async function talk(content: string) {
  const { payload } = await say(inbox.id, content)
  return payload.conversation.id
}

test('a reply is suggested from what was said and what the business knows, and nothing is sent or changed', async () => {
  const conversation_id = await talk('¿Cuánto cuesta el envío a Cali?')
  await act('send_message', { conversation_id, content: 'Cliente difícil', private: true })
  llm.answers('Le cuesta 12.000 pesos.')
  const pool = runtime.database.work
  const before = await fingerprint(pool, [actor.account.id], [], false)
  const { content, sources } = await act('suggest_reply', { conversation_id })
  assert.deepEqual([content, sources.map(({ title }) => title)], ['Le cuesta 12.000 pesos.', ['Envíos']])
  assert.deepEqual(differences(before, await fingerprint(pool, [actor.account.id], [], false)), [])
  const { messages, tools, temperature } = llm.asked.at(-1)!
  assert.match(messages[0]!.content!, /Write the next reply[\s\S]*Habla de usted\.$/)
  assert.match(messages[1]!.content!, /12\.000/)
  assert.deepEqual([tools, temperature], [undefined, 0.1])
  assert.ok(!llm.told().includes('difícil'), 'what the team notes might end in the reply')
})

test('a model that fails says so, and is worth another try', async () => {
  const conversation_id = await talk('Hola')
  llm.answers({ status: 400 })
  const problem = await refusal(act('suggest_reply', { conversation_id }))
  assert.deepEqual([problem.code, problem.extra.retry_after], ['unavailable', 5])
})

test('without a model it is the piece that fits best, or nothing', async () => {
  runtime.model = undefined
  const known = await act('suggest_reply', { conversation_id: await talk('¿Cuánto cuesta el envío a Cali?') })
  assert.equal(known.content, 'El envío a Cali cuesta 12.000 pesos.\n\nFuente: Envíos')
  const unknown = await act('suggest_reply', { conversation_id: await talk('¿Quién fue Bobby Fischer?') })
  assert.deepEqual(unknown, { content: null, sources: [] })
  runtime.model = model
})

test('it needs the right to read, to send and to know', async () => {
  const conversation_id = await talk('Hola')
  for (const as of [
    only('conversations:read', 'knowledge:read'),
    only('messages:send', 'knowledge:read'),
    only('conversations:read', 'messages:send'),
  ])
    assert.equal((await refusal(act('suggest_reply', { conversation_id }, { as }))).code, 'permission_denied')
})
