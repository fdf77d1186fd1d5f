import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'

const { act, events, since, write, addAgent } = await openInbox()

test('Removing a reaction leaves those of other people, and removing it again changes nothing', async () => {
  const { message } = await write()
  const bruno = await addAgent('Bruno')
  await act('set_reaction', { message_id: message.id, emoji: '👍' })
  await act('set_reaction', { message_id: message.id, emoji: '🎉' }, { as: bruno })
  const count = (await events()).length
  const after = await act('remove_reaction', { message_id: message.id })
  assert.deepEqual(
    after.reactions.map(({ emoji }) => emoji),
    ['🎉'],
  )
  assert.deepEqual(await since(count), ['message.updated'])
  assert.deepEqual(await act('remove_reaction', { message_id: message.id }), after)
  assert.deepEqual(await since(count), ['message.updated'])
})
