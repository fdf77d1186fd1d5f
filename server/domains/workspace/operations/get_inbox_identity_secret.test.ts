import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('An administrator can read the secret of an inbox, which is its own and stays the same', async () => {
  const [one, two] = [
    await act('create_inbox', { name: 'Uno', channel: 'api' }),
    await act('create_inbox', { name: 'Dos', channel: 'api' }),
  ]
  const secret = async (inbox_id: string) => (await act('get_inbox_identity_secret', { inbox_id })).identity_secret
  assert.match(await secret(one.id), /^[0-9a-f]{64}$/)
  assert.equal(await secret(one.id), await secret(one.id))
  assert.notEqual(await secret(one.id), await secret(two.id))
})

test('The access is audited without the secret', async () => {
  const { id: inbox_id } = await act('create_inbox', { name: 'Auditada', channel: 'api' })
  await act('get_inbox_identity_secret', { inbox_id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['get_inbox_identity_secret', { inbox_id }])
})

test('The secret of another workspace is not found, and only an administrator can read it', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_inbox', { name: 'Ajena', channel: 'api' })
  for (const inbox_id of [theirs.id, '999999'])
    assert.equal((await refusal(act('get_inbox_identity_secret', { inbox_id }))).code, 'not_found')
  const problem = await refusal(
    other.act('get_inbox_identity_secret', { inbox_id: theirs.id }, { as: only(...scopes) }),
  )
  assert.equal(problem.code, 'permission_denied')
})
