import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, addDeal, addAgent, only, addAccount } = await openRealEstate()

test('Items are visible only to those who may see the opportunity', async () => {
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const [theirs, mine] = [await addDeal({ owner_id: own.user_id! }), await addDeal()]
  const item = await act('add_opportunity_item', { opportunity_id: theirs.id, name: 'X' })
  await act('add_opportunity_item', { opportunity_id: mine.id, name: 'Y' })
  assert.deepEqual(await act('list_opportunity_items', { opportunity_id: theirs.id }, { as: own }), { items: [item] })
  const hidden = await refusal(act('list_opportunity_items', { opportunity_id: mine.id }, { as: own }))
  assert.equal(hidden.code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('list_opportunity_items', { opportunity_id: mine.id }))).code, 'not_found')
  const as = only('contacts:read')
  const problem = await refusal(act('list_opportunity_items', { opportunity_id: mine.id }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
