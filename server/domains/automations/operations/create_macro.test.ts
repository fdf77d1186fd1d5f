import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAgent } = await openAutomations()

const label = await act('create_label', { title: 'Vip' })
const luz = await addAgent('Luz')
const actions = [{ type: 'add_label' as const, label: 'vip' }]

test('A macro is private by default, and stored with ids in place of names', async () => {
  const own = await act('create_macro', { name: ' Mía ', actions }, { as: luz })
  assert.deepEqual([own.name, own.visibility, own.owner], ['Mía', 'private', { id: luz.id, name: 'Luz' }])
  assert.deepEqual(own.actions, [{ type: 'add_label', label: label.id }])
  const shared = await act('create_macro', { name: 'De todos', visibility: 'shared', actions })
  assert.deepEqual([shared.visibility, shared.owner?.id], ['shared', actor.id])
})

test('Sharing, e-mail and webhook actions require permission to change the workspace', async () => {
  const sharing = await refusal(act('create_macro', { name: 'x', visibility: 'shared', actions }, { as: luz }))
  assert.deepEqual([sharing.code, /workspace:write/.test(sharing.message)], ['permission_denied', true])
  const leaving = [
    { type: 'send_webhook' as const, url: 'https://example.com' },
    { type: 'send_email' as const, to: 'a@example.com', subject: 'x', body: 'x' },
  ]
  for (const action of leaving) {
    const problem = await refusal(act('create_macro', { name: 'x', actions: [...actions, action] }, { as: luz }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['permission_denied', 'actions/1/type'])
    await act('create_macro', { name: 'x', actions: [action] })
  }
  assert.equal(
    (await refusal(act('create_macro', { name: 'x', actions }, { as: only('workspace:write') }))).code,
    'permission_denied',
  )
})

test('A credential without a user can only create shared macros', async () => {
  const as = { ...actor, type: 'api_key' as const, user_id: null }
  assert.equal((await refusal(act('create_macro', { name: 'x', actions }, { as }))).code, 'invalid_value')
  assert.equal((await act('create_macro', { name: 'x', visibility: 'shared', actions }, { as })).owner, null)
})

test('An action that does not apply to conversations is rejected, and so is an empty name', async () => {
  const move = await refusal(act('create_macro', { name: 'x', actions: [{ type: 'move_stage', stage: 'Nuevo' }] }))
  assert.deepEqual([move.code, move.extra.errors?.[0]?.field], ['invalid_value', 'actions/0/type'])
  assert.equal((await refusal(act('create_macro', { name: ' ', actions }))).code, 'missing_field')
  assert.equal((await refusal(act('create_macro', { name: 'x', actions: [] }))).code, 'invalid_request')
})
