import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, only, addAccount } = await openWorkspace()

test('A workspace without teams has an empty list', async () => {
  assert.deepEqual(await act('list_teams', {}), { items: [], next_cursor: null })
})

test('All teams of the workspace are listed by name with their members', async () => {
  const other = await addAccount()
  await other.act('create_team', { name: 'Ajeno' })
  const person = { account_id: actor.account.id, name: 'Berta', email: 'berta@example.com', role: 'agent' } as const
  const { id } = await createUser(sql, person)
  const sales = await act('create_team', { name: 'ventas', members: ['Berta', 'Ana Admin'] })
  const support = await act('create_team', { name: 'Soporte' })
  assert.deepEqual(await act('list_teams', {}), { items: [support, sales], next_cursor: null })
  assert.deepEqual(
    sales.members.map((member) => member.name),
    ['Ana Admin', 'Berta'],
  )
  assert.deepEqual(sales.members[1], { id, name: 'Berta', email: 'berta@example.com' })
})

test('Disabled members are not shown', async () => {
  await sql`update users set disabled_at = now() where email = 'berta@example.com'`
  const { items } = await act('list_teams', {})
  assert.deepEqual(
    items.map((team) => team.members.length),
    [0, 1],
  )
})

test('Listing teams takes no parameters and requires permission to read conversations', async () => {
  assert.equal((await refusal(act('list_teams', { limit: 5 } as never))).code, 'invalid_request')
  assert.equal((await refusal(act('list_teams', {}, { as: only('contacts:read') }))).code, 'permission_denied')
})
