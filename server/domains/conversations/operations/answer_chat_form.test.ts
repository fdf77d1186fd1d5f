import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const submitted_values = [{ title: 'Talla', value: 'M' }]

/** A visitor who was sent a form. */
async function openForm() {
  const visitor = visit(site)
  const own = await visitor.chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  const conversation_id = items[0]!.id
  const form = await act('send_message', {
    conversation_id,
    content: '¿Qué talla?',
    content_type: 'form',
    content_attributes: { items: [{ name: 'talla', type: 'text', label: 'Talla' }] },
  })
  return { ...visitor, own, conversation_id, form }
}

test('The answers of a visitor are kept with the form', async () => {
  const { chat, conversation_id, form } = await openForm()
  await chat('answer_chat_form', { conversation_id, message_id: form.id, submitted_values })
  const { items } = await act('get_messages', { message_ids: [form.id] })
  assert.deepEqual(items[0]?.content_attributes.submitted_values, submitted_values)
})

test('A plain message takes no answers, and a form of somebody else is not found', async () => {
  const { chat, conversation_id, own } = await openForm()
  const plain = await act('send_message', { conversation_id, content: 'Gracias' })
  const answer = (message_id: string) =>
    refusal(chat('answer_chat_form', { conversation_id, message_id, submitted_values }))
  assert.equal((await answer(plain.id)).code, 'invalid_state')
  assert.equal((await answer(own.id)).code, 'not_found')
  const other = await openForm()
  const input = { conversation_id: other.conversation_id, message_id: other.form.id, submitted_values }
  assert.equal((await refusal(chat('answer_chat_form', input))).code, 'not_found')
})
