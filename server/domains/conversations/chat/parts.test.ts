import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })
const buttons = [
  { id: 'yes', title: 'Sí' },
  { id: 'no', title: 'No' },
]

/** A visitor who has written; `ask` sends them a message. */
async function openChat() {
  const visitor = visit(site)
  const own = await visitor.chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
  const { items } = await act('list_conversations', { source_id: visitor.source_id })
  const conversation_id = items[0]!.id
  const ask = (more: object = {}) => act('send_message', { conversation_id, content: '¿Lo apartamos?', ...more })
  return { ...visitor, own, conversation_id, ask }
}

test('A visitor quotes a message of their chat', async () => {
  const { chat, ask } = await openChat()
  const question = await ask()
  const message = await chat('post_chat_message', { client_id: 'dos', content: 'Sí', reply_to: question.id })
  assert.deepEqual(message.reply_to, { id: question.id, external_id: null, preview: '¿Lo apartamos?' })
  const { items } = await act('get_messages', { message_ids: [message.id] })
  assert.equal(items[0]?.reply_to?.id, question.id)
})

test('Notes, scheduled messages and messages of others cannot be quoted, and change nothing', async () => {
  const { chat, ask } = await openChat()
  const other = await openChat()
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
  const unreadable = [await ask({ private: true }), await ask({ scheduled_at }), other.own]
  const known = await events()
  for (const { id: reply_to } of unreadable) {
    const refused = await refusal(chat('post_chat_message', { client_id: 'x', content: 'Hola', reply_to }))
    assert.equal(refused.code, 'not_found')
  }
  assert.deepEqual(await events(), known)
})

test('A choice is a message with the title of the option, kept with the question as well', async () => {
  const { chat, ask, conversation_id } = await openChat()
  const question = await ask({ buttons })
  const count = (await events()).length
  const message = await chat('post_chat_message', { client_id: 'dos', reply_to: question.id, choice: 'no' })
  assert.deepEqual(
    [message.content, message.content_type, message.content_attributes, message.reply_to?.id],
    ['No', 'choice', { id: 'no', title: 'No' }, question.id],
  )
  assert.deepEqual(await since(count), ['message.received', 'message.updated'])
  const { messages } = await chat('get_chat', { conversation_id })
  const shown = messages.find(({ id }) => id === question.id)
  assert.deepEqual(shown?.content_attributes, { items: buttons, submitted_values: [{ title: 'No', value: 'no' }] })
})

test('A question is answered once, however often and fast; a repeated client_id returns the first answer', async () => {
  const { chat, ask } = await openChat()
  const rows = [
    { id: 'a', title: 'Rojo' },
    { id: 'b', title: 'Azul' },
  ]
  const question = await ask({ list: { button: 'Colores', sections: [{ title: 'Todos', rows }] } })
  const choose = (client_id: string, choice: string) =>
    chat('post_chat_message', { client_id, reply_to: question.id, choice })
  const outcomes = await Promise.allSettled([choose('x', 'a'), choose('x', 'a'), choose('y', 'b'), choose('z', 'b')])
  const kept = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
  assert.equal(new Set(kept).size, 1)
  assert.equal((await refusal(choose('w', 'a'))).code, 'invalid_state')
})

test('Only an option of the quoted message can be chosen', async () => {
  const { chat, ask } = await openChat()
  const question = await ask({ buttons })
  const post = (more: object) => refusal(chat('post_chat_message', { client_id: 'x', ...more }))
  assert.equal((await post({ reply_to: question.id, choice: 'maybe' })).code, 'invalid_value')
  assert.equal((await post({ choice: 'yes' })).code, 'missing_field')
  const plain = await ask()
  assert.equal((await post({ reply_to: plain.id, choice: 'yes' })).code, 'invalid_value')
})

test('Options of classic clients can be chosen too; other attributes stay internal', async () => {
  const { chat, ask } = await openChat()
  const items = [
    { title: 'Uno', value: '1' },
    { title: 'Dos', value: '2' },
  ]
  const question = await ask({ content_type: 'input_select', content_attributes: { items, bot_state: 'secreto' } })
  const message = await chat('post_chat_message', { client_id: 'x', reply_to: question.id, choice: '2' })
  assert.deepEqual(message.content_attributes, { id: '2', title: 'Dos' })
  const chatted = await chat('get_chat', {})
  assert.doesNotMatch(JSON.stringify(chatted), /secreto/)
})

test('A message to the customer cannot quote a note; a note can', async () => {
  const { ask, chat } = await openChat()
  const note = await ask({ content: 'Regatea mucho', private: true })
  const refused = await refusal(ask({ reply_to: note.id }))
  assert.equal(refused.code, 'invalid_value')
  const second = await ask({ reply_to: note.id, private: true })
  assert.equal(second.reply_to?.preview, 'Regatea mucho')
  await ask({ content_attributes: { in_reply_to: Number(note.id) } })
  assert.doesNotMatch(JSON.stringify(await chat('get_chat', {})), /Regatea/)
})
