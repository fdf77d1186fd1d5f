import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addLead, addAgent, only, addAccount } = await openRealEstate()

test('Items are listed in order of creation, and a deleted property stays by name', async () => {
  const { id: lead_id } = await addLead()
  const property = await add({ name: 'Casa que se va' })
  const first = await act('add_lead_item', { lead_id, property_id: property.id })
  const second = await act('add_lead_item', { lead_id, name: 'Lote' })
  assert.deepEqual(await act('list_lead_items', { lead_id }), { items: [first, second] })
  await act('delete_property', { property_id: property.id })
  const { items } = await act('list_lead_items', { lead_id })
  assert.deepEqual(items, [{ ...first, property: null }, second])
})

test('Items require a visible lead of the same workspace', async () => {
  const { id: lead_id } = await addLead()
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  assert.equal((await refusal(act('list_lead_items', { lead_id }, { as: own }))).code, 'not_found')
  assert.equal((await refusal((await addAccount()).act('list_lead_items', { lead_id }))).code, 'not_found')
  const problem = await refusal(act('list_lead_items', { lead_id }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
