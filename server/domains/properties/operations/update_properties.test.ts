import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, events, since, only, addAccount } = await openRealEstate()

test('A bulk update emits events only for properties that change', async () => {
  const [a, b, c] = [await add(), await add({ availability: 'Vendido' }), await add({ sector: 'Suba' })]
  const count = (await events()).length
  const { items, updated_count } = await act('update_properties', {
    property_ids: [c.id, a.id, b.id, a.id],
    availability: 'Vendido',
    active: true,
  })
  assert.deepEqual(
    items.map(({ id, availability }) => [id, availability]),
    [a, b, c].map(({ id }) => [id, 'Vendido']),
  )
  assert.equal(updated_count, 2)
  assert.equal(items[2]?.sector, 'Suba')
  assert.deepEqual(await since(count), ['property.updated', 'property.updated'])
  assert.deepEqual((await events()).at(-1)?.payload, {
    property: items[2],
    changes: { availability: { from: 'disponible', to: 'Vendido' } },
  })
})

test('If one property is missing or foreign, none changes', async () => {
  const mine = await add()
  const theirs = await (await addAccount()).add()
  for (const stranger of [theirs.id, '999999999999999999']) {
    const problem = await refusal(act('update_properties', { property_ids: [mine.id, stranger], published: true }))
    assert.equal(problem.code, 'not_found')
    assert.match(problem.message, new RegExp(stranger))
  }
  assert.equal((await act('update_property', { property_id: mine.id })).published, false)
})

test('A bulk update takes at most five hundred properties', async () => {
  const csv = ['code,name,operation', ...Array.from({ length: 500 }, (_, i) => `M-${i},Casa ${i},venta`)].join('\n')
  await act('import_properties', { csv })
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await act('list_crm_properties', { name_search: 'M-', limit: 100, ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  assert.equal(ids.length, 500)
  assert.equal((await act('update_properties', { property_ids: ids, city: 'Cali' })).updated_count, 500)
  const extra = await add()
  const problem = await refusal(act('update_properties', { property_ids: [...ids, extra.id], city: 'Cali' }))
  assert.equal(problem.code, 'invalid_request')
})

test('Codes cannot be changed in bulk, and writing requires crm:write', async () => {
  const { id } = await add()
  const problem = await refusal(act('update_properties', { property_ids: [id], code: 'X' } as never))
  assert.equal(problem.code, 'invalid_request')
  const as = only('crm:read')
  assert.equal((await refusal(act('update_properties', { property_ids: [id] }, { as }))).code, 'permission_denied')
})
