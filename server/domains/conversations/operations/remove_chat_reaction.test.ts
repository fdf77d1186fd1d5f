import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'

const { act, events, since, visit } = await openInbox()
const site = await act('create_inbox', { name: 'Sitio', channel: 'web_widget' })

test('A visitor takes back their own reaction; that of the agent stays', async () => {
  const { chat } = visit(site)
  const { id: message_id } = await chat('post_chat_message', { client_id: 'uno', content: 'Hola' })
  await act('set_reaction', { message_id, emoji: '👍' })
  await chat('set_chat_reaction', { message_id, emoji: '👍' })
  const count = (await events()).length
  const { reactions } = await chat('remove_chat_reaction', { message_id })
  assert.deepEqual(
    reactions.map(({ author }) => author.type),
    ['agent'],
  )
  await chat('remove_chat_reaction', { message_id })
  assert.deepEqual(await since(count), ['message.updated'])
})
