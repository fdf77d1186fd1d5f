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

test('A reply is suggested from the conversation and the knowledge base, and nothing is sent or changed', async () => {
  const conversation_id = await talk('¿Cuánto cuesta el envío a Cali?')
  await act('send_message', { conversation_id, content: 'Cliente difícil', private: true })
  llm.answers('Le cuesta 12.000 pesos.')
  const pool = runtime.database.work
  const before = await fingerprint(pool, [actor.account.id], false)
  const { content, sources } = await act('suggest_reply', { conversation_id })
  assert.deepEqual([content, sources.map(({ title }) => title)], ['Le cuesta 12.000 pesos.', ['Envíos']])
  assert.deepEqual(differences(before, await fingerprint(pool, [actor.account.id], false)), [])
  const { messages, tools, temperature } = llm.requests.at(-1)!
  assert.match(messages[0]!.content!, /Write the next reply[\s\S]*Habla de usted\.$/)
  assert.match(messages[1]!.content!, /12\.000/)
  assert.deepEqual([tools, temperature], [undefined, 0.1])
  assert.ok(!llm.latestRequest().includes('difícil'), 'private notes are kept from the model, which might repeat them')
})

test('A model failure is reported as an error worth retrying', async () => {
  const conversation_id = await talk('Hola')
  llm.answers({ status: 400 })
  const problem = await refusal(act('suggest_reply', { conversation_id }))
  assert.deepEqual([problem.code, problem.extra.retry_after], ['unavailable', 5])
})

test('Without a language model the suggestion is the best matching passage, or nothing', async () => {
  runtime.model = undefined
  const known = await act('suggest_reply', { conversation_id: await talk('¿Cuánto cuesta el envío a Cali?') })
  assert.equal(known.content, 'El envío a Cali cuesta 12.000 pesos.\n\nFuente: Envíos')
  const unknown = await act('suggest_reply', { conversation_id: await talk('¿Quién fue Bobby Fischer?') })
  assert.deepEqual(unknown, { content: null, sources: [] })
  runtime.model = model
})

test('Suggesting a reply requires permission to read conversations, send messages and read knowledge', async () => {
  const conversation_id = await talk('Hola')
  for (const as of [
    only('conversations:read', 'knowledge:read'),
    only('messages:send', 'knowledge:read'),
    only('conversations:read', 'messages:send'),
  ])
    assert.equal((await refusal(act('suggest_reply', { conversation_id }, { as }))).code, 'permission_denied')
})
