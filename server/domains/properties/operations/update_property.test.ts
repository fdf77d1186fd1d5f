import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, events, only, addAccount } = await openRealEstate()

test('Only given fields change, and the event has old and new values', async () => {
  const before = await add({ sector: 'Cedritos', custom_attributes: { piso: 4, vista: 'parque' } })
  const property = await act('update_property', {
    property_id: before.id,
    list_price: 350_000_000,
    sector: null,
    operation: 'alquiler',
    custom_attributes: { piso: 5, vista: null },
  })
  const { updated_at, ...rest } = property
  assert.deepEqual(
    { ...rest, updated_at },
    {
      ...before,
      list_price: 350_000_000,
      sector: null,
      operation: 'arriendo',
      custom_attributes: { piso: 5 },
      updated_at,
    },
  )
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'property.updated')
  assert.deepEqual(event?.payload, {
    property,
    changes: {
      sector: { from: 'Cedritos', to: null },
      operation: { from: 'venta', to: 'arriendo' },
      list_price: { from: null, to: 350_000_000 },
      custom_attributes: { from: { piso: 4, vista: 'parque' }, to: { piso: 5 } },
    },
  })
})

test('Equal values succeed without an event', async () => {
  const before = await add({ city: 'Medellín' })
  const known = await events()
  assert.deepEqual(
    await act('update_property', { property_id: before.id, city: ' Medellín ', name: before.name }),
    before,
  )
  assert.deepEqual(await events(), known)
})

test('A duplicate code is refused, but the case of the own code can change', async () => {
  const [one, two] = [await add({ code: 'UNO' }), await add({ code: 'DOS' })]
  const problem = await refusal(act('update_property', { property_id: two.id, code: 'uno' }))
  assert.deepEqual([problem.code, problem.extra.conflicting_id], ['duplicate_value', one.id])
  assert.equal((await act('update_property', { property_id: one.id, code: 'Uno' })).code, 'Uno')
})

test('Fifty concurrent updates do not overwrite each other', async () => {
  const { id: property_id } = await add()
  const keys = Array.from({ length: 50 }, (_, i) => `a${i}`)
  await Promise.all(keys.map((key) => act('update_property', { property_id, custom_attributes: { [key]: true } })))
  const { custom_attributes } = await act('update_property', { property_id })
  assert.deepEqual(Object.keys(custom_attributes).sort(), keys.sort())
})

test('A property of another workspace is not found, and writing requires crm:write', async () => {
  const { id: property_id } = await (await addAccount()).add()
  assert.equal((await refusal(act('update_property', { property_id, name: 'Mía' }))).code, 'not_found')
  const own = await add()
  const as = only('crm:read')
  assert.equal((await refusal(act('update_property', { property_id: own.id }, { as }))).code, 'permission_denied')
})
