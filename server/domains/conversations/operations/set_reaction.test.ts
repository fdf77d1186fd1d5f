import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, events, since, only, write, addAgent, addAccount } = await openInbox()

test('A reaction is kept with its author, and another one of the same person replaces it', async () => {
  const { message } = await write()
  const count = (await events()).length
  await act('set_reaction', { message_id: message.id, emoji: '👍' })
  const bruno = await addAgent('Bruno')
  await act('set_reaction', { message_id: message.id, emoji: '🎉' }, { as: bruno })
  const { reactions } = await act('set_reaction', { message_id: message.id, emoji: '❤️' })
  assert.deepEqual(
    reactions.map(({ emoji, author }) => [emoji, author.id]),
    [
      ['🎉', bruno.id],
      ['❤️', actor.id],
    ],
  )
  await act('set_reaction', { message_id: message.id, emoji: '❤️' })
  assert.deepEqual(await since(count), ['message.updated', 'message.updated', 'message.updated'])
})

test('Anything but one emoji is refused', async () => {
  const { message } = await write()
  const known = await events()
  for (const emoji of ['', 'ok', '👍👍', '👍 ', '1'])
    assert.equal((await refusal(act('set_reaction', { message_id: message.id, emoji }))).code, 'invalid_request', emoji)
  assert.deepEqual(await events(), known)
})

test('Nobody reacts to a deleted message, a message they may not see, or without permission to send', async () => {
  const { message } = await write()
  const react = { message_id: message.id, emoji: '👍' }
  const stranger = await addAccount()
  assert.equal((await refusal(stranger.act('set_reaction', react))).code, 'not_found')
  const own = await addAgent('Carla', { visibility: 'own' })
  assert.equal((await refusal(act('set_reaction', react, { as: own }))).code, 'not_found')
  const reader = only('conversations:read')
  assert.equal((await refusal(act('set_reaction', react, { as: reader }))).code, 'permission_denied')
  await act('delete_message', { message_id: message.id })
  assert.equal((await refusal(act('set_reaction', react))).code, 'invalid_state')
})
