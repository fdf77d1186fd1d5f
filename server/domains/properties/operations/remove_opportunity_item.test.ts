import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addDeal, addAgent, only } = await openRealEstate()

test('A removed item disappears from the opportunities of its property', async () => {
  const [{ id: opportunity_id }, property] = [await addDeal(), await add()]
  const { id: item_id } = await act('add_opportunity_item', { opportunity_id, property_id: property.id })
  assert.deepEqual(await act('remove_opportunity_item', { opportunity_id, item_id }), { id: item_id, deleted: true })
  assert.deepEqual((await act('get_crm_property_detail', { property_id: property.id })).opportunities, [])
  assert.equal((await refusal(act('remove_opportunity_item', { opportunity_id, item_id }))).code, 'not_found')
})

test('Removing requires crm:write and a visible opportunity', async () => {
  const { id: opportunity_id } = await addDeal()
  const { id: item_id } = await act('add_opportunity_item', { opportunity_id, name: 'X' })
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const input = { opportunity_id, item_id }
  assert.equal((await refusal(act('remove_opportunity_item', input, { as: own }))).code, 'not_found')
  assert.equal(
    (await refusal(act('remove_opportunity_item', input, { as: only('crm:read') }))).code,
    'permission_denied',
  )
})
