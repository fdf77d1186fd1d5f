import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { digest } from '#domains/access/keys.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, addAccount } = await openWorkspace()

/** The workspace a classic token opens, as the door of the classic routes looks it up. */
const opens = async (token: string) =>
  (await sql<{ id: string }>`select id from accounts where classic_token_hash = ${digest(token)}`)[0]?.id

test('the new token works, and the one before stops at once', async () => {
  const { token: before } = await act('get_classic_token', {})
  assert.equal(await opens(before), actor.account.id)
  const { token } = await act('regenerate_classic_token', {})
  assert.notEqual(token, before)
  assert.equal(await opens(before), undefined)
  assert.equal(await opens(token), actor.account.id)
  assert.deepEqual(await act('get_classic_token', {}), { token })
})

test('the tokens of other workspaces stay', async () => {
  const other = await addAccount()
  const { token } = await other.act('get_classic_token', {})
  await act('regenerate_classic_token', {})
  assert.equal(await opens(token), other.actor.account.id)
})

test('the audit log tells who did it, without the token; no event tells the world', async () => {
  const { token } = await act('regenerate_classic_token', {})
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'regenerate_classic_token')
  assert.ok(!JSON.stringify(entry).includes(token))
  assert.deepEqual(await events(), [])
})

test('for whoever is no super-administrator there is no such thing, and the token stays', async () => {
  const { token } = await act('get_classic_token', {})
  for (const role of ['administrator', 'agent'] as const) {
    const as = { ...actor, permissions: rightsOfUser(role, false) }
    assert.equal((await refusal(act('regenerate_classic_token', {}, { as }))).code, 'not_found')
  }
  assert.equal(await opens(token), actor.account.id)
})
