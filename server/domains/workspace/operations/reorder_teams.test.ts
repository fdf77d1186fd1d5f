import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only } = await openWorkspace()
const [sales, support] = [await act('create_team', { name: 'Ventas' }), await act('create_team', { name: 'Soporte' })]
const names = async () => (await act('list_teams', {})).items.map(({ name }) => name)

test('Teams keep the given order, and new ones come last', async () => {
  assert.deepEqual(await names(), ['Soporte', 'Ventas'])
  const { items } = await act('reorder_teams', { ids: [sales.id, support.id] })
  assert.deepEqual(items, [sales, support])
  await act('create_team', { name: 'Aliados' })
  assert.deepEqual(await names(), ['Ventas', 'Soporte', 'Aliados'])
})

test('Reordering teams requires permission to change the workspace', async () => {
  const denied = act('reorder_teams', { ids: [] }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
