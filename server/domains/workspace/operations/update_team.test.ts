import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

let made = 0
const make = () => act('create_team', { name: `Equipo ${++made}`, description: 'Viejo', members: ['Ana Admin'] })

test('Only the given fields change, and the event contains the team', async () => {
  const before = await make()
  const now = new Date(Date.now() + 60_000)
  const after = await act('update_team', { team_id: before.id, name: ' Otro ', allow_auto_assign: false }, { now })
  assert.deepEqual(after, { ...before, name: 'Otro', allow_auto_assign: false, updated_at: now.toISOString() })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'team.updated')
  assert.deepEqual(event?.payload, { team: after })
})

test('An empty text or null clears the description', async () => {
  for (const description of ['', null]) {
    const { id: team_id } = await make()
    assert.equal((await act('update_team', { team_id, description })).description, null)
  }
})

test('An update without changes has no effect and emits no event', async () => {
  const before = await make()
  const known = await events()
  const now = new Date(Date.now() + 60_000)
  assert.deepEqual(await act('update_team', { team_id: before.id, name: before.name }, { now }), before)
  assert.deepEqual(await events(), known)
})

test('The name of another team is rejected; changing the case of its own is not', async () => {
  const [one, two] = [await make(), await make()]
  const problem = await refusal(act('update_team', { team_id: two.id, name: one.name.toUpperCase() }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.conflicting_id, one.id)
  assert.equal((await act('update_team', { team_id: one.id, name: one.name.toUpperCase() })).id, one.id)
})

test('An empty name, an unknown team and one of another workspace are rejected', async () => {
  const { id } = await make()
  assert.equal((await refusal(act('update_team', { team_id: id, name: ' ' }))).code, 'missing_field')
  const other = await addAccount()
  const theirs = await other.act('create_team', { name: 'Ajeno' })
  for (const team_id of [theirs.id, '999999'])
    assert.equal((await refusal(act('update_team', { team_id, name: 'Robado' }))).code, 'not_found')
  assert.equal((await other.act('list_teams', {})).items[0]?.name, 'Ajeno')
})

test('Changing a team requires permission to change the workspace', async () => {
  const { id: team_id } = await make()
  const problem = await refusal(act('update_team', { team_id, name: 'No' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
