import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, sql, addAccount } = await openWorkspace()
const make = (name = 'Clave') => act('create_api_key', { name, role: 'full' })
const works = async (key: string) =>
  (await authoriseKey(sql, key, { key: 300, account: 600 }, 1, '203.0.113.7')) !== undefined

test('A revoked key stops working immediately, and other keys keep working', async () => {
  const [one, two] = [await make(), await make()]
  assert.ok(await works(one.key))
  const revoked = await act('revoke_api_key', { api_key_id: one.id })
  assert.ok(revoked.revoked_at)
  assert.equal(revoked.id, one.id)
  assert.ok(!('key' in revoked))
  assert.ok(!(await works(one.key)))
  assert.ok(await works(two.key))
})

test('The audit log records the revocation, and no event is emitted', async () => {
  const { id } = await make()
  const known = await events()
  await act('revoke_api_key', { api_key_id: id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'revoke_api_key')
  assert.deepEqual(entry?.details, { api_key_id: id })
  assert.deepEqual(await events(), known)
})

test('Revoking twice keeps the first time', async () => {
  const { id } = await make()
  const once = await act('revoke_api_key', { api_key_id: id })
  assert.equal((await act('revoke_api_key', { api_key_id: id })).revoked_at, once.revoked_at)
})

test('A key of another workspace is not found, and keeps working', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_api_key', { name: 'Ajena', role: 'full' })
  const audit = await act('list_audit_entries', { limit: 1 })
  for (const api_key_id of [theirs.id, '999999']) {
    assert.equal((await refusal(act('revoke_api_key', { api_key_id }))).code, 'not_found')
  }
  assert.ok(await works(theirs.key))
  assert.deepEqual(await act('list_audit_entries', { limit: 1 }), audit)
})

test('Only administrators can do this', async () => {
  const { id, key } = await make()
  const problem = await refusal(act('revoke_api_key', { api_key_id: id }, { as: only(...scopes) }))
  assert.equal(problem.code, 'permission_denied')
  assert.ok(await works(key))
})
