import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, sql, addAccount } = await openWorkspace()
const quotas = { key: 300, account: 600, classic_ip: 300 }

test('Keys are listed newest first, including revoked ones, without the key itself', async () => {
  const other = await addAccount()
  await other.act('create_api_key', { name: 'Ajena', role: 'full' })
  const { key, ...first } = await act('create_api_key', { name: 'Primera', role: 'read_only' })
  const { key: _, ...second } = await act('create_api_key', { name: 'Segunda', role: 'custom', scopes: ['crm:read'] })
  const revoked = await act('revoke_api_key', { api_key_id: first.id })
  const { items, next_cursor } = await act('list_api_keys', {})
  assert.deepEqual(items, [second, revoked])
  assert.equal(next_cursor, null)
  assert.ok(!JSON.stringify(items).includes(key.slice(8, -4)))
})

test('The last use of a key is recorded with its IP address', async () => {
  const { id, key } = await act('create_api_key', { name: 'Usada', role: 'full' })
  const used = async () => (await act('list_api_keys', { limit: 100 })).items.find((each) => each.id === id)
  assert.equal((await used())?.last_used_at, null)
  await authoriseKey(sql, key, quotas, 1, '203.0.113.7')
  const once = await used()
  assert.ok(Math.abs(Date.parse(once!.last_used_at!) - Date.now()) < 60_000)
  assert.equal(once?.last_used_ip, '203.0.113.7')
  await authoriseKey(sql, key, quotas, 1, '203.0.113.8')
  assert.deepEqual(await used(), once)
})

test('Paging returns every key once, and limits and cursors are checked', async () => {
  const workspace = await addAccount()
  const now = new Date('2026-01-01T00:00:00Z')
  const made: string[] = []
  for (let i = 0; i < 5; i++) {
    made.unshift((await workspace.act('create_api_key', { name: `Clave ${i}`, role: 'full' }, { now })).id)
  }
  const collected: string[] = []
  let cursor: string | undefined
  do {
    const page = await workspace.act('list_api_keys', { limit: 2, ...(cursor && { cursor }) })
    collected.push(...page.items.map((each) => each.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(collected, made)
  const { next_cursor } = await workspace.act('list_api_keys', { limit: 1 })
  assert.equal((await refusal(act('list_api_keys', { cursor: next_cursor! }))).code, 'invalid_cursor')
  assert.equal((await refusal(act('list_api_keys', { limit: 101 }))).code, 'invalid_request')
})

test('Only administrators can do this', async () => {
  assert.equal((await refusal(act('list_api_keys', {}, { as: only(...scopes) }))).code, 'permission_denied')
})
