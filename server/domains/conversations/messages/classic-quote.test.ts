import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act } = await openInbox()
const bridge = await act('create_inbox', { name: 'Puente', channel: 'api' })
const receive = (more: object, source_id = 'ana') =>
  act('receive_message', { inbox_id: bridge.id, source_id, content: 'Hola', ...more })

test('A quoted message is found by its id, or by its id in the channel with and without prefix', async () => {
  const { message: question, conversation } = await receive({ external_id: 'WAID:3EB0' })
  const quotes: Record<string, string | number | null>[] = [
    { in_reply_to: Number(question.id) },
    { in_reply_to: question.id, in_reply_to_external_id: null },
    { in_reply_to: null, in_reply_to_external_id: '3EB0' },
    { in_reply_to_external_id: 'WAID:3EB0' },
  ]
  for (const content_attributes of quotes) {
    const { message } = await receive({ content_attributes })
    const sent = await act('send_message', { conversation_id: conversation.id, content: 'Sí', content_attributes })
    const quoted = { id: question.id, external_id: 'WAID:3EB0', preview: 'Hola' }
    assert.deepEqual([message.reply_to, sent.reply_to], [quoted, quoted], JSON.stringify(content_attributes))
  }
})

test('A message of another conversation is ignored, and so is anything else', async () => {
  const { message } = await receive({ external_id: 'WAID:OTHER' }, 'luis')
  for (const content_attributes of [
    { in_reply_to: Number(message.id) },
    { in_reply_to_external_id: 'OTHER' },
    { in_reply_to: 'x' },
    { in_reply_to: [] },
    { in_reply_to_external_id: {} },
  ]) {
    const received = await receive({ content_attributes })
    assert.equal(received.message.reply_to, null)
    assert.deepEqual(received.message.content_attributes, content_attributes)
  }
})

test('A program names the quoted message by reply_to, if the sender may read it', async () => {
  const { message: question, conversation } = await receive({})
  const { message } = await receive({ reply_to: question.id })
  assert.equal(message.reply_to?.id, question.id)
  const note = await act('send_message', { conversation_id: conversation.id, content: 'Ojo', private: true })
  const { message: other } = await receive({}, 'luis')
  for (const { id: reply_to } of [note, other]) assert.equal((await refusal(receive({ reply_to }))).code, 'not_found')
})
