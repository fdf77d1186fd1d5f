import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const oscar = await createUser(sql, { account_id, name: 'Óscar', email: 'oscar@example.com', role: 'agent' })

let made = 0
const make = () => act('create_team', { name: `Equipo ${'abcdefgh'[made++]}`, members: ['Óscar', 'Ana Admin'] })

test('An agent is removed and stays in the workspace, and the event contains the team', async () => {
  const { id, name } = await make()
  const team = await act('remove_team_member', { team: name, agent: 'oscar@example.com' })
  assert.deepEqual([team.id, team.members.map((member) => member.id)], [id, [actor.user_id]])
  assert.equal((await act('list_agents', {})).items.length, 2)
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'team.updated')
  assert.deepEqual(event?.payload, { team })
})

test('Removing an agent who is not a member has no effect and emits no event', async () => {
  const { id } = await make()
  const once = await act('remove_team_member', { team: id, agent: oscar.id })
  const known = await events()
  assert.deepEqual(await act('remove_team_member', { team: id, agent: oscar.id }), once)
  assert.deepEqual(await events(), known)
})

test('Teams and agents of another workspace are not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_team', { name: 'Ajeno', members: ['Ana Admin'] })
  const { id } = await make()
  for (const team of [theirs.id, '999999'])
    assert.equal((await refusal(act('remove_team_member', { team, agent: oscar.id }))).code, 'not_found')
  assert.equal((await refusal(act('remove_team_member', { team: id, agent: other.actor.user_id! }))).code, 'not_found')
  assert.equal((await other.act('list_teams', {})).items[0]?.members.length, 1)
})

test('Removing a team member requires permission to change the workspace', async () => {
  const problem = await refusal(act('remove_team_member', { team: '1', agent: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
