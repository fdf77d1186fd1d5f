import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addLead, addAgent, events, since, only, addAccount } = await openRealEstate()

test('Only given fields change, with a timeline entry; equal values change nothing', async () => {
  const { id: lead_id } = await addLead()
  const property = await add({ list_price: 100 })
  const before = await act('add_lead_item', { lead_id, property_id: property.id })
  const item = await act('update_lead_item', { lead_id, item_id: before.id, price: 95.5, quantity: 2 })
  assert.deepEqual(item, { ...before, price: 95.5, quantity: 2, updated_at: item.updated_at })
  const { activities } = await act('crm_get_lead', { lead_id })
  const fields = { name: before.name, quantity: 1, price: 100, currency: before.currency }
  assert.deepEqual(activities[0]?.changes, { items: { from: fields, to: { ...fields, quantity: 2, price: 95.5 } } })
  const count = (await events()).length
  assert.deepEqual(await act('update_lead_item', { lead_id, item_id: item.id, quantity: 2 }), item)
  assert.deepEqual(await since(count), [])
  assert.equal((await act('update_lead_item', { lead_id, item_id: item.id, price: null })).price, null)
})

test('An item of another record or workspace is not found, and writing requires crm:write', async () => {
  const [one, two] = [await addLead(), await addLead()]
  const item = await act('add_lead_item', { lead_id: one.id, name: 'X' })
  const lost = await refusal(act('update_lead_item', { lead_id: two.id, item_id: item.id, name: 'Y' }))
  assert.equal(lost.code, 'not_found')
  const other = await addAccount()
  const theirs = await other.addLead()
  const foreign = await other.act('add_lead_item', { lead_id: theirs.id, name: 'X' })
  for (const lead_id of [one.id, theirs.id]) {
    const problem = await refusal(act('update_lead_item', { lead_id, item_id: foreign.id, name: 'Mío' }))
    assert.equal(problem.code, 'not_found')
  }
  const as = only('crm:read')
  const problem = await refusal(act('update_lead_item', { lead_id: one.id, item_id: item.id }, { as }))
  assert.equal(problem.code, 'permission_denied')
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const hidden = await refusal(act('update_lead_item', { lead_id: one.id, item_id: item.id }, { as: own }))
  assert.equal(hidden.code, 'not_found')
})
