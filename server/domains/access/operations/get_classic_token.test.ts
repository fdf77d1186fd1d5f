import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { digest } from '#domains/access/keys/api-key.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, addAccount } = await openWorkspace()

test('A super-administrator can read the token, which is stored encrypted next to its digest', async () => {
  const { token } = await act('get_classic_token', {})
  assert.match(token, /^[\w-]{32}$/)
  assert.deepEqual(await act('get_classic_token', {}), { token })
  const [row] = await sql<{ classic_token_hash: Buffer; classic_token_sealed: Buffer }>`
    select classic_token_hash, classic_token_sealed from accounts where id = ${actor.account.id}`
  assert.deepEqual(row?.classic_token_hash, digest(token))
  assert.ok(!row?.classic_token_sealed.includes(token))
})

test('Every workspace has its own token', async () => {
  const other = await addAccount()
  assert.notDeepEqual(await other.act('get_classic_token', {}), await act('get_classic_token', {}))
})

test('For everyone else the operation is not found', async () => {
  for (const role of ['administrator', 'agent'] as const) {
    const as = { ...actor, permissions: rightsOfUser(role, false) }
    const problem = await refusal(act('get_classic_token', {}, { as }))
    assert.equal(problem.code, 'not_found')
    assert.doesNotMatch(problem.message, /token|super/)
  }
})

test('The audit log records the access without the token', async () => {
  const { token } = await act('get_classic_token', {})
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'get_classic_token')
  assert.deepEqual(entry?.details, {})
  assert.ok(!JSON.stringify(entry).includes(token))
})
