import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, addAgent } = await openAutomations()

const luz = await addAgent('Luz')
const actions = [{ type: 'unassign_agent' as const }]
const make = async (name: string, visibility: 'private' | 'shared', as?: typeof luz) =>
  (await act('create_macro', { name, visibility, actions }, as ? { as } : {})).id

test('Users reorder their own macros; shared ones require permission to change the workspace', async () => {
  const own = [await make('b', 'private', luz), await make('a', 'private', luz)]
  const shared = [await make('d', 'shared'), await make('c', 'shared')]
  const names = async () => (await act('list_macros', {}, { as: luz })).items.map(({ name }) => name)
  assert.deepEqual(await names(), ['a', 'b', 'c', 'd'])
  await act('reorder_macros', { visibility: 'private', ids: own }, { as: luz })
  const denied = await refusal(act('reorder_macros', { visibility: 'shared', ids: shared }, { as: luz }))
  assert.equal(denied.code, 'permission_denied')
  await act('reorder_macros', { visibility: 'shared', ids: shared })
  assert.deepEqual(
    (await names()).filter((name) => 'ab'.includes(name)),
    ['b', 'a'],
  )
  assert.deepEqual(
    (await names()).filter((name) => 'cd'.includes(name)),
    ['d', 'c'],
  )
  const foreign = await refusal(act('reorder_macros', { visibility: 'private', ids: own }))
  assert.equal(foreign.code, 'not_found')
})
