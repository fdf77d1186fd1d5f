import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, talk, addAccount, actor } = await openInbox()

test('who comes back has the role and the teams they had, and can be given work', async () => {
  const luz = await addAgent('Luz', { visibility: 'team' })
  const team = await act('create_team', { name: 'Ventas', members: [luz.id!] })
  await act('deactivate_member', { member_id: luz.id!, reassign_to: null })
  assert.deepEqual((await act('list_teams', {})).items.find(({ id }) => id === team.id)?.members, [])
  const back = await act('reactivate_member', { member_id: luz.id! })
  assert.deepEqual(
    [back.deactivated_at, back.visibility, back.teams],
    [null, 'team', [{ id: team.id, name: 'Ventas' }]],
  )
  const { id: conversation_id } = await talk()
  assert.equal((await act('assign_conversation', { conversation_id, agent: luz.id! })).assignee?.id, luz.id)
  assert.deepEqual(
    await act('reactivate_member', { member_id: luz.id! }),
    { ...back, open_conversations: 1 },
    'twice is once',
  )
})

test('a stranger is not found, and only an administrator may', async () => {
  const other = await addAccount()
  assert.equal((await refusal(act('reactivate_member', { member_id: other.actor.id! }))).code, 'not_found')
  const luz = await addAgent('Luz')
  const problem = await refusal(act('reactivate_member', { member_id: actor.id! }, { as: luz }))
  assert.equal(problem.code, 'permission_denied')
})
