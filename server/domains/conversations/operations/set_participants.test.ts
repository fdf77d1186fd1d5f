import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, only, talk, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés')
const jose = await addAgent('José')
const zoe = await addAgent('Zoé')

test('Exactly the given agents follow the conversation, each once, listed by name', async () => {
  const { id: conversation_id } = await talk()
  const set = async (participants: string[]) =>
    (await act('set_participants', { conversation_id, participants })).participants.map(({ name }) => name)
  assert.deepEqual(await set(['zoe', ines.id!, 'Inés']), ['Inés', 'Zoé'])
  assert.deepEqual(await set(['Zoé', jose.id!]), ['José', 'Zoé'])
  assert.deepEqual((await act('list_participants', { conversation_id })).participants, [
    { id: jose.id, name: 'José' },
    { id: zoe.id, name: 'Zoé' },
  ])
  assert.deepEqual(await set([]), [])
  assert.deepEqual(await sql`select from conversation_participants where conversation_id = ${conversation_id}`, [])
})

test('An unknown agent or one of another workspace is refused, and nothing changes', async () => {
  const other = await addAccount()
  const { id: conversation_id } = await talk()
  await act('set_participants', { conversation_id, participants: ['Inés'] })
  for (const stranger of [other.actor.id!, 'Nadie']) {
    const problem = await refusal(act('set_participants', { conversation_id, participants: ['José', stranger] }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.extra.errors?.[0]?.field, 'participants')
  }
  const { participants } = await act('get_conversation_detail', { conversation_id })
  assert.deepEqual(participants, [{ id: ines.id, name: 'Inés' }])
})

test('A conversation of another workspace is not found, and permission to write conversations is required', async () => {
  const other = await addAccount()
  const theirs = await other.talk()
  const foreign = act('set_participants', { conversation_id: theirs.id, participants: [] })
  assert.equal((await refusal(foreign)).code, 'not_found')
  const mine = await talk()
  const call = act(
    'set_participants',
    { conversation_id: mine.id, participants: [] },
    { as: only('conversations:read') },
  )
  assert.equal((await refusal(call)).code, 'permission_denied')
})
