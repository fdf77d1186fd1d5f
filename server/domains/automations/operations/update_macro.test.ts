import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, only } = await openAutomations()

await act('create_label', { title: 'Vip' })
const luz = await addAgent('Luz')
const actions = [{ type: 'unassign_agent' as const }]

test('Users update their own macros, and an update without changes has no effect', async () => {
  const before = await act('create_macro', { name: 'Mía', actions }, { as: luz })
  const macro_id = before.id
  const after = await act('update_macro', { macro_id, name: 'Nuestra' }, { as: luz })
  assert.deepEqual(after, { ...before, name: 'Nuestra', updated_at: after.updated_at })
  assert.deepEqual(await act('update_macro', { macro_id, name: 'Nuestra' }, { as: luz }), after)
  const labelled = await act('update_macro', { macro_id, actions: [{ type: 'add_label', label: 'VIP' }] }, { as: luz })
  assert.equal(labelled.actions[0]?.type, 'add_label')
  assert.equal(
    (await refusal(act('update_macro', { macro_id, visibility: 'shared' }, { as: luz }))).code,
    'permission_denied',
  )
})

test('Updating a shared macro requires permission to change the workspace; making it private makes the caller its owner', async () => {
  const { id: macro_id } = await act('create_macro', { name: 'De todos', visibility: 'shared', actions })
  assert.equal((await refusal(act('update_macro', { macro_id, name: 'x' }, { as: luz }))).code, 'permission_denied')
  const second = await addAgent('Eva', { role: 'administrator' })
  const taken = await act('update_macro', { macro_id, visibility: 'private' }, { as: second })
  assert.equal(taken.owner?.id, second.id)
  assert.equal((await refusal(act('update_macro', { macro_id, name: 'x' }))).code, 'not_found')
  assert.notEqual(second.id, actor.id)
})

test('Changing a macro requires permission to change conversations', async () => {
  const as = only('workspace:write')
  assert.equal((await refusal(act('update_macro', { macro_id: '1' }, { as }))).code, 'permission_denied')
})
