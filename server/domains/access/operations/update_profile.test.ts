import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUser } from '#domains/access/setup.ts'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()

test('people say how they are called, in every workspace of theirs', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const other = await addAccount()
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: luz.email, role: 'agent' })
  assert.equal((await act('update_profile', { name: ' Luz Marina ' }, { as: luz })).name, 'Luz Marina')
  const { items } = await other.act('list_agents', {})
  assert.ok(items.some(({ name }) => name === 'Luz Marina'))
  const noted = await sql`select account_id from audit_entries where action = 'update_profile' order by account_id`
  assert.deepEqual(
    noted.map(({ account_id }) => account_id),
    [actor.account.id, other.actor.account.id],
  )
  for (const name of ['', '   '])
    assert.equal((await refusal(act('update_profile', { name }, { as: luz }))).code, 'invalid_request')
})
