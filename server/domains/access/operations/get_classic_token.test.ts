import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { digest } from '#domains/access/keys.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()

test('a super-administrator reads the token of the workspace; it is kept sealed, beside its digest', async () => {
  const { token } = await act('get_classic_token', {})
  assert.match(token, /^[\w-]{32}$/)
  assert.deepEqual(await act('get_classic_token', {}), { token })
  const [row] = await sql<{ classic_token_hash: Buffer; classic_token_sealed: Buffer }>`
    select classic_token_hash, classic_token_sealed from accounts where id = ${actor.account.id}`
  assert.deepEqual(row?.classic_token_hash, digest(token))
  assert.ok(!row?.classic_token_sealed.includes(token))
})

test('every workspace has a token of its own', async () => {
  const other = await addAccount()
  assert.notDeepEqual(await other.act('get_classic_token', {}), await act('get_classic_token', {}))
})

test('for everyone else there is no such thing', async () => {
  for (const role of ['administrator', 'agent'] as const) {
    const as = { ...actor, permissions: rightsOfUser(role, false) }
    const problem = await refusal(act('get_classic_token', {}, { as }))
    assert.equal(problem.code, 'not_found')
    assert.doesNotMatch(problem.message, /token|super/)
  }
})

test('the audit log tells who looked, and not what they saw', async () => {
  const { token } = await act('get_classic_token', {})
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'get_classic_token')
  assert.deepEqual(entry?.details, {})
  assert.ok(!JSON.stringify(entry).includes(token))
})
