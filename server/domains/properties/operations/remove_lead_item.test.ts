import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, addLead, addAgent, events, only } = await openRealEstate()

test('A removed item stays on the timeline, and an event is emitted', async () => {
  const { id: lead_id } = await addLead()
  const { id: item_id } = await act('add_lead_item', { lead_id, name: 'Lote' })
  assert.deepEqual(await act('remove_lead_item', { lead_id, item_id }), { id: item_id, deleted: true })
  assert.deepEqual(await act('list_lead_items', { lead_id }), { items: [] })
  const { activities } = await act('crm_get_lead', { lead_id })
  const item = { name: 'Lote', quantity: 1, price: null, currency: 'COP' }
  assert.deepEqual(activities[0]?.changes, { items: { from: item, to: null } })
  assert.equal((await events()).at(-1)?.name, 'lead.updated')
  assert.equal((await refusal(act('remove_lead_item', { lead_id, item_id }))).code, 'not_found')
})

test('Removing requires crm:write and a visible lead', async () => {
  const { id: lead_id } = await addLead()
  const { id: item_id } = await act('add_lead_item', { lead_id, name: 'Lote' })
  const as = only('crm:read')
  assert.equal((await refusal(act('remove_lead_item', { lead_id, item_id }, { as }))).code, 'permission_denied')
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  assert.equal((await refusal(act('remove_lead_item', { lead_id, item_id }, { as: own }))).code, 'not_found')
  assert.equal((await act('list_lead_items', { lead_id })).items.length, 1)
})
