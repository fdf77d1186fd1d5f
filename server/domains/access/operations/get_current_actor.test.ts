import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Account } from '#contract/records/access.ts'
import { rightsOfUser } from '#contract/permissions.ts'
import { authoriseKey } from '#domains/access/authorise.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, only, sql } = await openWorkspace()

test('A user gets their identity, workspace and permissions', async () => {
  const me = await act('get_current_actor', {})
  assert.deepEqual(me.actor, { type: 'user', id: actor.id, name: 'Ana Admin' })
  assert.equal(me.user_id, actor.id)
  assert.deepEqual(me.account, actor.account)
  assert.deepEqual(me.permissions, [...rightsOfUser('administrator', true)].sort())
  assert.deepEqual(
    [me.account.time_zone, me.account.locale, me.account.default_currency],
    ['America/Bogota', 'es', 'COP'],
  )
})

test('A key gets its name, its user and only its own permissions', async () => {
  const { key, id } = await act('create_api_key', { name: 'Integración', role: 'custom', scopes: ['contacts:read'] })
  const { actor: as } = (await authoriseKey(sql, key, { key: 300, account: 600 }, 1, '203.0.113.7'))!
  const me = await act('get_current_actor', {}, { as })
  assert.deepEqual(me.actor, { type: 'api_key', id, name: 'Integración' })
  assert.equal(me.user_id, actor.user_id)
  assert.deepEqual(me.permissions, ['contacts:read'])
})

test('Any credential can ask, even without permissions', async () => {
  assert.deepEqual((await act('get_current_actor', {}, { as: only() })).permissions, [])
})

test('Only public fields of the workspace are returned, and there are no parameters', async () => {
  const { account } = await act('get_current_actor', {})
  assert.deepEqual(Object.keys(account).sort(), Object.keys(Account.shape).sort())
  assert.equal((await refusal(act('get_current_actor', { account_id: '2' } as never))).code, 'invalid_request')
})
