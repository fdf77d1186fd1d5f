import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
const account_id = actor.account.id
const add = (name: string, email: string) => createUser(sql, { account_id, name, email, role: 'agent' })
const oscar = await add('Óscar', 'oscar@example.com')

test('A team is created with its members by name, e-mail or id, and the event contains it', async () => {
  const members = ['oscar', 'OSCAR@example.com', actor.user_id!]
  const team = await act('create_team', {
    name: ' Ventas ',
    description: ' Quien vende ',
    allow_auto_assign: false,
    members,
  })
  assert.deepEqual([team.name, team.description, team.allow_auto_assign], ['Ventas', 'Quien vende', false])
  assert.deepEqual(
    team.members.map((member) => member.id),
    [actor.user_id, oscar.id],
  )
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'team.created')
  assert.deepEqual(event?.payload, { team })
})

test('A name is enough', async () => {
  const team = await act('create_team', { name: 'Sencillo' })
  assert.deepEqual([team.description, team.allow_auto_assign, team.members], [null, true, []])
})

test('A name in use is rejected with the team that has it, ignoring case', async () => {
  const first = await act('create_team', { name: 'Soporte' })
  const known = await events()
  const problem = await refusal(act('create_team', { name: ' SOPORTE ' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.conflicting_id, first.id)
  assert.equal(problem.extra.errors?.[0]?.field, 'name')
  assert.match(problem.message, /team name is already in use/)
  assert.deepEqual(await events(), known)
  const other = await addAccount()
  assert.equal((await other.act('create_team', { name: 'Soporte' })).name, 'Soporte')
})

test('An unknown or ambiguous member is rejected, and no team is created', async () => {
  const [one, two] = [await add('Ana Paz', 'paz1@example.com'), await add('Ana Paz', 'paz2@example.com')]
  const missing = await refusal(act('create_team', { name: 'Mala', members: ['Nadie'] }))
  assert.equal(missing.code, 'not_found')
  assert.equal(missing.extra.errors?.[0]?.field, 'members')
  const ambiguous = await refusal(act('create_team', { name: 'Mala', members: ['ana paz'] }))
  assert.equal(ambiguous.code, 'ambiguous_reference')
  assert.deepEqual(
    ambiguous.extra.candidates?.map((each) => each.id),
    [one.id, two.id],
  )
  assert.ok(!(await act('list_teams', {})).items.some((team) => team.name === 'Mala'))
})

test('An empty name is rejected, and it requires permission to change the workspace', async () => {
  assert.equal((await refusal(act('create_team', { name: '  ' }))).code, 'missing_field')
  const problem = await refusal(act('create_team', { name: 'No' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
