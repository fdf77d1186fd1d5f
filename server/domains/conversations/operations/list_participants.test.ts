import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, talk, addAgent, addAccount } = await openInbox()

test('The followers of a conversation are listed by name, and reading changes nothing', async () => {
  const [zoe, ines] = [await addAgent('Zoé'), await addAgent('Inés')]
  const { id: conversation_id } = await talk()
  assert.deepEqual(await act('list_participants', { conversation_id }), { participants: [] })
  await act('set_participants', { conversation_id, participants: [zoe.id!, ines.id!] })
  const known = await events()
  assert.deepEqual(await act('list_participants', { conversation_id }), {
    participants: [
      { id: ines.id, name: 'Inés' },
      { id: zoe.id, name: 'Zoé' },
    ],
  })
  assert.deepEqual(await events(), known)
})

test('A conversation of another workspace is not found, and permission to read conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  assert.equal((await refusal(act('list_participants', { conversation_id: theirs.id }))).code, 'not_found')
  const mine = await talk()
  const call = act('list_participants', { conversation_id: mine.id }, { as: only('contacts:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
