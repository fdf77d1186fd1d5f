import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAccount } = await openCrm()
const [visit, delivery, signing] = await Promise.all(
  ['Visita', 'Entrega', 'Firma'].map((name) => act('create_activity_type', { name })),
)

test('Types are listed in the given order; new ones come last', async () => {
  const ids = [visit!.id, signing!.id, delivery!.id]
  const { items } = await act('reorder_activity_types', { ids })
  assert.deepEqual(
    items.map(({ id }) => id),
    ids,
  )
  await act('create_activity_type', { name: 'Avalúo' })
  const listed = (await act('list_activity_types', {})).items.map(({ name }) => name)
  assert.deepEqual(listed, ['Visita', 'Firma', 'Entrega', 'Avalúo'])
})

test('An unknown id, one of another workspace or a repeated one is refused', async () => {
  const theirs = await (await addAccount()).act('create_activity_type', { name: 'Ajena' })
  for (const [ids, code] of [
    [[visit!.id, '99999999'], 'not_found'],
    [[theirs.id], 'not_found'],
    [[visit!.id, visit!.id], 'invalid_value'],
  ] as const)
    assert.equal((await refusal(act('reorder_activity_types', { ids: [...ids] }))).code, code)
})

test('Reordering activity types requires workspace:setup', async () => {
  const problem = await refusal(act('reorder_activity_types', { ids: [] }, { as: only('crm:write') }))
  assert.equal(problem.code, 'permission_denied')
})
