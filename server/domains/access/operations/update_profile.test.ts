import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup/provision.ts'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()

test('A user can change their name in all their workspaces', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const other = await addAccount()
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: luz.email, role: 'agent' })
  assert.equal((await act('update_profile', { name: ' Luz Marina ' }, { as: luz })).name, 'Luz Marina')
  const { items } = await other.act('list_agents', {})
  assert.ok(items.some(({ name }) => name === 'Luz Marina'))
  const entries = await sql`select account_id from audit_entries where action = 'update_profile' order by account_id`
  assert.deepEqual(
    entries.map(({ account_id }) => account_id),
    [actor.account.id, other.actor.account.id],
  )
  for (const name of ['', '   '])
    assert.equal((await refusal(act('update_profile', { name }, { as: luz }))).code, 'invalid_request')
})

test('A signature belongs to one workspace; null follows the inbox again', async () => {
  const eva = await openPerson(sql, actor.account.id)
  assert.equal((await act('get_profile', {}, { as: eva })).signature, null)
  const changed = await act('update_profile', { signature: 'Eva\nVentas' }, { as: eva })
  assert.deepEqual([changed.name, changed.signature], [eva.name, 'Eva\nVentas'])
  const other = await addAccount()
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: eva.email, role: 'agent' })
  const there = { ...eva, account: other.actor.account }
  assert.equal((await act('get_profile', {}, { as: there })).signature, null)
  assert.equal((await act('update_profile', { signature: '' }, { as: eva })).signature, '')
  assert.equal((await act('update_profile', { signature: null }, { as: eva })).signature, null)
  const long = act('update_profile', { signature: 'x'.repeat(2001) }, { as: eva })
  assert.equal((await refusal(long)).code, 'invalid_request')
})

test('A user chooses the language of their reports by e-mail; null is that of the workspace', async () => {
  const eva = await openPerson(sql, actor.account.id)
  assert.equal((await act('update_profile', { language: 'en' }, { as: eva })).language, 'en')
  assert.equal((await act('update_profile', { name: 'Eva' }, { as: eva })).language, 'en')
  assert.equal((await act('update_profile', { language: null }, { as: eva })).language, null)
  const other = act('update_profile', { language: 'fr' as never }, { as: eva })
  assert.equal((await refusal(other)).code, 'invalid_request')
})
