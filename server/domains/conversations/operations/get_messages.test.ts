import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, write, addAgent, addAccount } = await openInbox()

test('Several messages are read at once, across conversations, oldest first', async () => {
  const one = await write({ content: 'Uno' })
  const two = await write({ content: 'Dos' })
  const message_ids = [two.message.id, one.message.id, '999999']
  assert.deepEqual(await act('get_messages', { message_ids }), {
    items: [one.message, two.message],
    next_cursor: null,
  })
})

test('Messages the caller cannot see, and those of other workspaces, are left out', async () => {
  const eva = await addAgent('Eva', { visibility: 'own' })
  const hers = await write()
  await act('assign_conversation', { conversation_id: hers.conversation.id, agent: eva.user_id! })
  const another = await write()
  const theirs = await (await addAccount()).write()
  const message_ids = [hers.message.id, another.message.id, theirs.message.id]
  const { items } = await act('get_messages', { message_ids }, { as: eva })
  assert.deepEqual(
    items.map(({ id }) => id),
    [hers.message.id],
  )
  assert.equal((await act('get_messages', { message_ids })).items.length, 2)
})

test('Reading messages takes at least one ID and requires permission to read conversations', async () => {
  assert.equal((await refusal(act('get_messages', { message_ids: [] }))).code, 'invalid_request')
  const problem = await refusal(act('get_messages', { message_ids: ['1'] }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
