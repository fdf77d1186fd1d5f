import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const oscar = await createUser(sql, { account_id, name: 'Óscar', email: 'oscar@example.com', role: 'agent' })
const names = (team: { members: { name: string }[] }) => team.members.map((member) => member.name)

let made = 0
const make = () => act('create_team', { name: `Equipo ${'abcdefgh'[made++]}` })

test('An agent is added by name, e-mail or id, and the event contains the team', async () => {
  for (const agent of ['oscar', 'Oscar@Example.com', oscar.id]) {
    const { id, name } = await make()
    const team = await act('add_team_member', { team: made % 2 ? name.toUpperCase() : id, agent })
    assert.deepEqual([team.id, names(team)], [id, ['Óscar']])
    const event = (await events()).at(-1)
    assert.equal(event?.name, 'team.updated')
    assert.deepEqual(event?.payload, { team })
  }
})

test('A part of the team’s name is enough where it fits one', async () => {
  const { id } = await act('create_team', { name: 'Posventa y garantías' })
  assert.equal((await act('add_team_member', { team: 'garant', agent: oscar.id })).id, id)
  await make()
  assert.equal((await refusal(act('add_team_member', { team: 'equ', agent: oscar.id }))).code, 'ambiguous_reference')
})

test('Adding twice has no effect and emits no event', async () => {
  const { id } = await make()
  const once = await act('add_team_member', { team: id, agent: oscar.id })
  const known = await events()
  assert.deepEqual(await act('add_team_member', { team: id, agent: oscar.id }), once)
  assert.deepEqual(await events(), known)
})

test('Concurrent additions all succeed, and each event contains the members so far', async () => {
  const { id } = await make()
  const before = (await events()).length
  await Promise.all(['Óscar', 'Ana Admin'].map((agent) => act('add_team_member', { team: id, agent })))
  const teams = (await events()).slice(before).map((event) => (event.payload as unknown as { team: never }).team)
  assert.deepEqual(
    teams.map((team) => names(team).length),
    [1, 2],
  )
})

test('A team with a numeric name is found by name, unless another has that id', async () => {
  const team = await act('create_team', { name: '2026000' })
  assert.equal((await act('add_team_member', { team: '2026000', agent: oscar.id })).id, team.id)
})

test('An unknown team or agent is rejected with the known ones', async () => {
  const { id } = await make()
  const known = await events()
  const unknown = await refusal(act('add_team_member', { team: id, agent: 'Oskar' }))
  assert.equal(unknown.code, 'not_found')
  assert.match(unknown.message, /There is no agent "Oskar"\. Choose among: Óscar/)
  assert.equal(unknown.extra.errors?.[0]?.field, 'agent')
  const nowhere = await refusal(act('add_team_member', { team: 'Ninguno', agent: 'Óscar' }))
  assert.equal(nowhere.extra.errors?.[0]?.field, 'team')
  assert.deepEqual(await events(), known)
})

test('Teams and agents of another workspace are not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_team', { name: 'Ajeno' })
  const { id } = await make()
  for (const team of [theirs.id, '999999']) {
    const problem = await refusal(act('add_team_member', { team, agent: oscar.id }))
    assert.deepEqual([problem.code, problem.message], ['not_found', `There is no team with id ${team}.`])
    assert.equal(problem.extra.errors?.[0]?.field, 'team')
  }
  for (const agent of [other.actor.user_id!, '999999']) {
    const problem = await refusal(act('add_team_member', { team: id, agent }))
    assert.deepEqual([problem.code, problem.message], ['not_found', `There is no agent with id ${agent}.`])
  }
})

test('Adding a team member requires permission to change the workspace', async () => {
  const problem = await refusal(act('add_team_member', { team: '1', agent: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
