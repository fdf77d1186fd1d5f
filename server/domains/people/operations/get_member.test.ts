import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent, addAccount, only } = await openInbox()

test('A member can be read, even when deactivated', async () => {
  const luz = await addAgent('Luz')
  const listed = async () => (await act('list_members', {})).items.find(({ id }) => id === luz.id)
  assert.deepEqual(await act('get_member', { member_id: luz.id! }), await listed())
  await act('deactivate_member', { member_id: luz.id!, leave: true })
  const gone = await act('get_member', { member_id: luz.id! })
  assert.ok(gone.deactivated_at)
  assert.deepEqual(gone, await listed())
})

test('A member of another workspace is not found, and it requires an administrator', async () => {
  const theirs = (await addAccount()).actor
  for (const member_id of [theirs.id!, '999999']) {
    const problem = await refusal(act('get_member', { member_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'member_id'])
  }
  assert.equal(
    (await refusal(act('get_member', { member_id: '1' }, { as: only('workspace:write') }))).code,
    'permission_denied',
  )
})
