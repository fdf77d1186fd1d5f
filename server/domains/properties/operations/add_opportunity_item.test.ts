import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addDeal, addAgent, events, only, addAccount } = await openRealEstate()

test('An opportunity takes properties and named items, with events', async () => {
  const property = await add({ list_price: 500, currency: 'USD' })
  const { id: opportunity_id } = await addDeal({ currency: 'EUR', amount: 1 })
  const house = await act('add_opportunity_item', { opportunity_id, property_id: property.id, price: 480 })
  assert.deepEqual(
    [house.name, house.property?.id, house.price, house.currency],
    [property.name, property.id, 480, 'USD'],
  )
  const other = await act('add_opportunity_item', { opportunity_id, name: 'Muebles' })
  assert.deepEqual([other.name, other.property, other.currency], ['Muebles', null, 'EUR'])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'opportunity.updated')
  const item = { name: 'Muebles', quantity: 1, price: null, currency: 'EUR' }
  assert.deepEqual(event?.payload.changes, { items: { from: null, to: item } })
  const { activities } = await act('crm_get_opportunity', { opportunity_id })
  assert.equal(activities.filter(({ type }) => type === 'field_change').length, 2)
})

test('Adding requires crm:write and a visible opportunity of the same workspace', async () => {
  const { id: opportunity_id } = await addDeal()
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const input = { opportunity_id, name: 'X' }
  assert.equal((await refusal(act('add_opportunity_item', input, { as: own }))).code, 'not_found')
  assert.equal((await refusal(act('add_opportunity_item', input, { as: only('crm:read') }))).code, 'permission_denied')
  assert.equal((await refusal((await addAccount()).act('add_opportunity_item', input))).code, 'not_found')
  assert.deepEqual(await act('list_opportunity_items', { opportunity_id }), { items: [] })
})
