import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAgent, addAccount } = await openAutomations()

const actions = [{ type: 'unassign_agent' as const }]

test('Users can read their own and shared macros, and no private ones of others', async () => {
  const [luz, paz] = [await addAgent('Luz'), await addAgent('Paz')]
  const own = await act('create_macro', { name: 'De Luz', actions }, { as: luz })
  const shared = await act('create_macro', { name: 'Compartida', visibility: 'shared', actions })
  assert.deepEqual(await act('get_macro', { macro_id: own.id }, { as: luz }), own)
  assert.deepEqual(await act('get_macro', { macro_id: shared.id }, { as: paz }), shared)
  const hidden = await refusal(act('get_macro', { macro_id: own.id }, { as: paz }))
  const missing = await refusal(act('get_macro', { macro_id: '999999' }, { as: paz }))
  assert.equal(hidden.code, 'not_found')
  assert.equal(hidden.message, missing.message.replace('999999', own.id))
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_macro', { macro_id: shared.id }))).code, 'not_found')
})

test('Reading a macro requires permission to read the workspace', async () => {
  assert.equal((await refusal(act('get_macro', { macro_id: '1' }, { as: only() }))).code, 'permission_denied')
})
