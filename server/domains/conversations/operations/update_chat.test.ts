import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, inbox, visit, since, events } = await openInbox()
await act('create_label', { title: 'Web' })
await act('create_label', { title: 'Fraude' })

async function talk() {
  const { chat } = visit(inbox)
  await chat('post_chat_message', { client_id: '1', content: 'Hola' })
  const { conversation } = await chat('get_chat', {})
  const read = () => act('get_conversation_detail', { conversation_id: conversation!.id })
  return { chat, read, id: conversation!.id }
}

test('A site adds attributes and existing labels to the visitor’s conversation, once', async () => {
  const { chat, read } = await talk()
  const count = (await events()).length
  const change = { custom_attributes: { plan: 'oro', visitas: 3 }, add_labels: ['web', 'no existe'] }
  const answer = await chat('update_chat', change)
  assert.deepEqual([answer.custom_attributes, answer.labels], [{ plan: 'oro', visitas: 3 }, ['Web']])
  assert.deepEqual(await since(count), ['conversation.updated', 'conversation.label_added'])
  await chat('update_chat', change)
  assert.equal((await events()).length, count + 2)
  await chat('update_chat', { custom_attributes: { plan: null }, remove_labels: ['Web'] })
  const { custom_attributes, labels } = await read()
  assert.deepEqual([custom_attributes, labels], [{ visitas: 3 }, []])
})

test('A label of the team is neither shown to the visitor nor removed by them', async () => {
  const { chat, read, id } = await talk()
  await act('tag_conversation', { conversation_id: id, label_title: 'Fraude' })
  const { labels } = await chat('update_chat', { add_labels: ['Fraude'], remove_labels: ['Fraude'] })
  assert.deepEqual([labels, (await read()).labels], [[], ['Fraude']])
})

test('Only the visitor’s own conversation can be changed, and only when there is one', async () => {
  const { id, read } = await talk()
  const other = visit(inbox)
  const wanted = { custom_attributes: { plan: 'oro' } }
  assert.equal((await refusal(other.chat('update_chat', wanted))).code, 'not_found')
  await other.chat('start_chat', {})
  assert.equal((await refusal(other.chat('update_chat', { ...wanted, conversation_id: id }))).code, 'not_found')
  assert.equal((await refusal(act('update_chat', wanted, { as: actor }))).code, 'permission_denied')
  assert.deepEqual((await read()).custom_attributes, {})
})
