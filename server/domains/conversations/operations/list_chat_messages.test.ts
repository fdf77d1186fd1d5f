import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

test('The list is empty before the first message', async () => {
  assert.deepEqual(await visit(site).chat('list_chat_messages', {}), { items: [], next_cursor: null })
})

test('Pages lead back to the first message, each once, across conversations and without private notes', async () => {
  const { chat, source_id } = visit(site)
  for (let i = 0; i < 7; i++) await chat('post_chat_message', { client_id: `${i}`, content: `Mensaje ${i}` })
  const [first] = (await act('list_conversations', { source_id })).items
  await act('send_message', { conversation_id: first!.id, content: 'Nota', private: true })
  const message = { content: 'Otra conversación' }
  await act('create_conversation', { contact_id: first!.contact.id, inbox_id: site.id, message })
  await act('send_message', { conversation_id: first!.id, content: 'De vuelta en la primera' })
  await chat('post_chat_message', { client_id: 'último', content: 'x' }).catch(() => {})
  await chat('post_chat_message', { client_id: 'ultimo', content: 'Gracias' })
  const seen: (string | null)[] = []
  let cursor: string | undefined
  do {
    const page = await chat('list_chat_messages', { limit: 3, ...(cursor && { cursor }) })
    assert.ok(page.items.length <= 3)
    seen.push(...page.items.map(({ content }) => content))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  const expected = [0, 1, 2, 3, 4, 5, 6].map((i) => `Mensaje ${i}`)
  expected.push('Otra conversación', 'De vuelta en la primera', 'Gracias')
  assert.deepEqual(seen, expected.toReversed())
})

test('A cursor of one visitor shows another visitor nothing', async () => {
  const [one, two] = [visit(site), visit(site)]
  for (let i = 0; i < 3; i++) await one.chat('post_chat_message', { client_id: `${i}`, content: 'Mío' })
  await two.chat('post_chat_message', { client_id: '1', content: 'Suyo' })
  const { next_cursor } = await one.chat('list_chat_messages', { limit: 1 })
  const { items } = await two.chat('list_chat_messages', { cursor: next_cursor! })
  assert.ok(items.every(({ content }) => content === 'Suyo'))
})

test('Team members cannot use this list, and limits and cursors are validated', async () => {
  assert.equal((await refusal(act('list_chat_messages', {}))).code, 'permission_denied')
  const { chat } = visit(site)
  assert.equal((await refusal(chat('list_chat_messages', { limit: 101 }))).code, 'invalid_request')
  assert.equal((await refusal(chat('list_chat_messages', { cursor: 'x' }))).code, 'invalid_cursor')
})

test('Messages before a given one are listed by its ID', async () => {
  const { chat } = visit(site)
  const ids: string[] = []
  for (const client_id of ['1', '2', '3']) {
    ids.push((await chat('post_chat_message', { client_id, content: client_id })).id)
  }
  const { items } = await chat('list_chat_messages', { before_id: ids[2]! })
  assert.deepEqual(
    items.map(({ content }) => content),
    ['2', '1'],
  )
})
