import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAgent, addAccount } = await openAutomations()

const actions = [{ type: 'unassign_agent' as const }]

test('Users see shared macros and their own, by name', async () => {
  const [luz, paz] = [await addAgent('Luz'), await addAgent('Paz')]
  await act('create_macro', { name: 'De Luz', actions }, { as: luz })
  await act('create_macro', { name: 'De Paz', actions }, { as: paz })
  await act('create_macro', { name: 'Compartida', visibility: 'shared', actions })
  const names = async (as: typeof luz) => (await act('list_macros', {}, { as })).items.map(({ name }) => name)
  assert.deepEqual(await names(luz), ['Compartida', 'De Luz'])
  assert.deepEqual(await names(paz), ['Compartida', 'De Paz'])
  const other = await addAccount()
  assert.deepEqual((await other.act('list_macros', {})).items, [])
})

test('Listing macros requires permission to read the workspace', async () => {
  assert.equal((await refusal(act('list_macros', {}, { as: only() }))).code, 'permission_denied')
})
