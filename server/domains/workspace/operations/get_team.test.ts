import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
type Act = typeof act
const make = (by: Act) => by('create_team', { name: 'Ventas' })

test('A team can be read', async () => {
  const { id } = await make(act)
  const { items } = await act('list_teams', {})
  assert.deepEqual(
    await act('get_team', { team_id: id }),
    items.find((team) => team.id === id),
  )
})

test('A team of another workspace is not found', async () => {
  const theirs = await make((await addAccount()).act)
  for (const team_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_team', { team_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'team_id'])
  }
})

test('Reading a team requires permission to read conversations', async () => {
  const problem = await refusal(act('get_team', { team_id: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
