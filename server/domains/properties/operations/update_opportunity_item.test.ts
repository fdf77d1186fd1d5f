import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, addDeal, addLead, addAgent, only } = await openRealEstate()

test('Only the given name, quantity and price change', async () => {
  const { id: opportunity_id } = await addDeal()
  const before = await act('add_opportunity_item', { opportunity_id, name: 'Lote', price: 10 })
  const item = await act('update_opportunity_item', {
    opportunity_id,
    item_id: before.id,
    name: 'Lote 7',
    currency: 'usd',
  })
  assert.deepEqual(item, { ...before, name: 'Lote 7', currency: 'USD', updated_at: item.updated_at })
})

test('An item of a lead cannot be changed through an opportunity or by those who may not see it', async () => {
  const [{ id: opportunity_id }, { id: lead_id }] = [await addDeal(), await addLead()]
  const stranger = await act('add_lead_item', { lead_id, name: 'X' })
  const wrong = await refusal(act('update_opportunity_item', { opportunity_id, item_id: stranger.id, name: 'Y' }))
  assert.equal(wrong.code, 'not_found')
  const item = await act('add_opportunity_item', { opportunity_id, name: 'X' })
  const input = { opportunity_id, item_id: item.id, name: 'Y' }
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  assert.equal((await refusal(act('update_opportunity_item', input, { as: own }))).code, 'not_found')
  const reader = only('crm:read')
  assert.equal((await refusal(act('update_opportunity_item', input, { as: reader }))).code, 'permission_denied')
})
