import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
type Act = typeof act
const make = (by: Act) => by('create_api_key', { name: 'Robot', role: 'custom', scopes: ['contacts:read'] })

test('A key can be read', async () => {
  const { id } = await make(act)
  const read = await act('get_api_key', { api_key_id: id })
  assert.deepEqual([read.name, read.role, read.scopes, 'key' in read], ['Robot', 'custom', ['contacts:read'], false])
  await act('revoke_api_key', { api_key_id: id })
  assert.ok((await act('get_api_key', { api_key_id: id })).revoked_at)
})

test('A key of another workspace is not found', async () => {
  const theirs = await make((await addAccount()).act)
  for (const api_key_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_api_key', { api_key_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'api_key_id'])
  }
})

test('Reading an API key requires an administrator', async () => {
  const problem = await refusal(act('get_api_key', { api_key_id: '1' }, { as: only('workspace:write') }))
  assert.equal(problem.code, 'permission_denied')
})
