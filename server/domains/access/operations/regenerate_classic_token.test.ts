import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, addAccount } = await openWorkspace()

/** The workspace of a classic token, found like the classic routes do. */
const opens = async (token: string) =>
  (await sql<{ id: string }>`select id from accounts where classic_token_hash = ${digest(token)}`)[0]?.id

test('The new token works, and the previous one stops immediately', async () => {
  const { token: before } = await act('get_classic_token', {})
  assert.equal(await opens(before), actor.account.id)
  const { token } = await act('regenerate_classic_token', {})
  assert.notEqual(token, before)
  assert.equal(await opens(before), undefined)
  assert.equal(await opens(token), actor.account.id)
  assert.deepEqual(await act('get_classic_token', {}), { token })
})

test('Tokens of other workspaces stay unchanged', async () => {
  const other = await addAccount()
  const { token } = await other.act('get_classic_token', {})
  await act('regenerate_classic_token', {})
  assert.equal(await opens(token), other.actor.account.id)
})

test('The audit log records the change without the token, and no event is emitted', async () => {
  const { token } = await act('regenerate_classic_token', {})
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'regenerate_classic_token')
  assert.ok(!JSON.stringify(entry).includes(token))
  assert.deepEqual(await events(), [])
})

test('Without super-administrator rights the operation is not found, and the token stays', async () => {
  const { token } = await act('get_classic_token', {})
  for (const role of ['administrator', 'agent'] as const) {
    const as = { ...actor, permissions: rightsOfUser(role, false) }
    assert.equal((await refusal(act('regenerate_classic_token', {}, { as }))).code, 'not_found')
  }
  assert.equal(await opens(token), actor.account.id)
})
