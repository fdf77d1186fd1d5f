import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, sql, addAccount, events } = await openInbox()
const plain = { ...actor, permissions: rightsOfUser('administrator', false) }

test('Role, visibility, teams and name change only if given', async () => {
  const luz = await addAgent('Luz')
  const [sales, support] = [await act('create_team', { name: 'Ventas' }), await act('create_team', { name: 'Soporte' })]
  const first = await act('update_member', { member_id: luz.id!, role: 'administrator', teams: ['Ventas', sales.id] })
  assert.deepEqual(
    [first.role, first.visibility, first.teams],
    ['administrator', 'all', [{ id: sales.id, name: 'Ventas' }]],
  )
  const count = (await events()).length
  const second = await act('update_member', {
    member_id: luz.id!,
    visibility: 'own',
    teams: [support.id],
    name: ' Luz Marina ',
  })
  assert.deepEqual(
    [second.role, second.visibility, second.name, second.teams],
    ['administrator', 'own', 'Luz Marina', [{ id: support.id, name: 'Soporte' }]],
  )
  const emitted = (await events()).slice(count)
  assert.deepEqual(
    emitted.map(({ name }) => name),
    ['team.updated', 'team.updated', 'agent.updated'],
  )
  assert.deepEqual((await act('update_member', { member_id: luz.id!, teams: [] })).teams, [])
})

test('A workspace always keeps an administrator', async () => {
  const other = await addAccount()
  const { id } = other.actor
  const problem = await refusal(other.act('update_member', { member_id: id!, role: 'agent' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'role'])
  const second = await other.addAgent('Segunda', { role: 'administrator' })
  await sql`update users set disabled_at = now() where id = ${second.id}`
  assert.equal((await refusal(other.act('update_member', { member_id: id!, role: 'agent' }))).code, 'invalid_state')
  await sql`update users set disabled_at = null where id = ${second.id}`
  assert.equal((await other.act('update_member', { member_id: id!, role: 'agent' })).role, 'agent')
})

test('Two administrators cannot demote each other at the same time', async () => {
  for (let i = 0; i < 5; i++) {
    const other = await addAccount()
    const second = await other.addAgent('Segunda', { role: 'administrator' })
    const outcomes = await Promise.allSettled([
      other.act('update_member', { member_id: other.actor.id!, role: 'agent' }),
      other.act('update_member', { member_id: second.id!, role: 'agent' }),
    ])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const { items } = await other.act('list_members', {})
    assert.equal(items.filter(({ role }) => role === 'administrator').length, 1)
  }
})

test('The name of a member of several workspaces is theirs to change', async () => {
  const other = await addAccount()
  const luz = await addAgent('Luz')
  const [{ email } = { email: '' }] = await sql<{ email: string }>`select email from users where id = ${luz.id}`
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email, role: 'agent' })
  const problem = await refusal(act('update_member', { member_id: luz.id!, name: 'Otra' }, { as: plain }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_state', 'name'])
  assert.equal(
    (await act('update_member', { member_id: luz.id!, name: 'Luz' }, { as: plain })).name,
    'Luz',
    'the same is no change',
  )
})

test('An unknown member or a team of another workspace is not found', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_team', { name: 'Suyo' })
  const luz = await addAgent('Luz')
  for (const input of [
    { member_id: other.actor.id!, role: 'agent' as const },
    { member_id: '999999999', name: 'x' },
    { member_id: luz.id!, teams: [theirs.id] },
    { member_id: luz.id!, teams: ['No hay'] },
  ])
    assert.equal((await refusal(act('update_member', input))).code, 'not_found')
})

test('An agent cannot make anyone an administrator', async () => {
  const luz = await addAgent('Luz')
  const problem = await refusal(act('update_member', { member_id: luz.id!, role: 'administrator' }, { as: luz }))
  assert.equal(problem.code, 'permission_denied')
})
