import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addLead, addAgent, actor, events, only, addAccount } = await openRealEstate()

test('A property is added with its name and price, on the timeline and with an event', async () => {
  const property = await add({ name: 'Casa El Ciprés', list_price: 650_000_000, currency: 'USD' })
  const { id: lead_id } = await addLead()
  const item = await act('add_lead_item', { lead_id, property_id: property.id })
  const { id, created_at, updated_at, ...rest } = item
  assert.deepEqual(rest, {
    name: 'Casa El Ciprés',
    property: { id: property.id, code: property.code, name: property.name, url: property.url },
    quantity: 1,
    price: 650_000_000,
    currency: 'USD',
  })
  assert.ok(id && created_at === updated_at)
  const fields = { name: 'Casa El Ciprés', quantity: 1, price: 650_000_000, currency: 'USD' }
  const changes = { items: { from: null, to: fields } }
  const { activities, ...lead } = await act('crm_get_lead', { lead_id })
  assert.deepEqual([activities[0]?.type, activities[0]?.changes], ['field_change', changes])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'lead.updated')
  assert.deepEqual(event?.payload.changes, changes)
  const { stage_history: _, ...record } = lead
  assert.deepEqual(event?.payload.lead, record)
})

test('Any other item has a name and the currency of the lead', async () => {
  const { id: lead_id } = await addLead({ currency: 'EUR', estimated_value: 10 })
  const item = await act('add_lead_item', { lead_id, name: ' Lote en Chía ', quantity: 2.5, price: 1000.5 })
  assert.deepEqual(
    [item.name, item.property, item.quantity, item.price, item.currency],
    ['Lote en Chía', null, 2.5, 1000.5, 'EUR'],
  )
})

test('Neither or both of name and property, or a foreign property, is refused', async () => {
  const { id: lead_id } = await addLead()
  const property = await add()
  assert.equal((await refusal(act('add_lead_item', { lead_id }))).code, 'missing_field')
  const both = await refusal(act('add_lead_item', { lead_id, property_id: property.id, name: 'X' }))
  assert.equal(both.code, 'invalid_value')
  const theirs = await (await addAccount()).add()
  const foreign = await refusal(act('add_lead_item', { lead_id, property_id: theirs.id }))
  assert.equal(foreign.code, 'not_found')
  for (const quantity of [0, -1]) {
    const problem = await refusal(act('add_lead_item', { lead_id, name: 'X', quantity }))
    assert.equal(problem.code, 'invalid_request')
  }
  assert.deepEqual(await act('list_lead_items', { lead_id }), { items: [] })
})

test('Without the module an item has a name and no property', async () => {
  const { id: lead_id } = await addLead()
  const property = await add()
  const as = { ...actor, account: { ...actor.account, modules: [] } }
  const problem = await refusal(act('add_lead_item', { lead_id, property_id: property.id }, { as }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['module_inactive', 'property_id'])
  assert.equal((await act('add_lead_item', { lead_id, name: 'Sedán' }, { as })).name, 'Sedán')
})

test('A lead has at most a hundred items, even with concurrent inserts', async () => {
  const { id: lead_id } = await addLead()
  const addItem = (i: number) => act('add_lead_item', { lead_id, name: `Opción ${i}` })
  for (let i = 0; i < 95; i++) await addItem(i)
  const tries = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => addItem(95 + i)))
  assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 5)
  assert.equal((await act('list_lead_items', { lead_id })).items.length, 100)
})

test('Adding requires crm:write and a visible lead of the same workspace', async () => {
  const { id: lead_id } = await addLead()
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  assert.equal((await refusal(act('add_lead_item', { lead_id, name: 'X' }, { as: own }))).code, 'not_found')
  const reader = only('crm:read')
  assert.equal((await refusal(act('add_lead_item', { lead_id, name: 'X' }, { as: reader }))).code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('add_lead_item', { lead_id, name: 'X' }))).code, 'not_found')
  const theirs = await addLead({ owner_id: own.user_id! })
  assert.equal((await act('add_lead_item', { lead_id: theirs.id, name: 'X' }, { as: own })).name, 'X')
})

test('Items count as business context and are copied on conversion', async () => {
  const property = await add({ name: 'Apto 501', list_price: 300 })
  const { id: lead_id } = await addLead({ email: 'inés.compra@example.com' })
  const poor = await refusal(act('crm_convert_lead', { lead_id }))
  assert.match(poor.message, /context/)
  const [house, note] = [
    await act('add_lead_item', { lead_id, property_id: property.id, quantity: 2, price: 290 }),
    await act('add_lead_item', { lead_id, name: 'Parqueadero' }),
  ]
  const { opportunity } = await act('crm_convert_lead', { lead_id })
  const { items } = await act('list_opportunity_items', { opportunity_id: opportunity.id })
  const plain = ({ name, property, quantity, price, currency }: typeof house) => ({
    name,
    property,
    quantity,
    price,
    currency,
  })
  assert.deepEqual(items.map(plain), [house, note].map(plain))
  assert.deepEqual((await act('list_lead_items', { lead_id })).items, [house, note])
  // Lead and opportunity now have separate items.
  await act('remove_opportunity_item', { opportunity_id: opportunity.id, item_id: items[0]!.id })
  assert.equal((await act('list_lead_items', { lead_id })).items.length, 2)
})

test('Twenty concurrent conversions copy the items once', async () => {
  const { id: lead_id } = await addLead({ email: 'una.vez@example.com' })
  await act('add_lead_item', { lead_id, name: 'Camioneta' })
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => act('crm_convert_lead', { lead_id })))
  const done = tries.filter(({ status }) => status === 'fulfilled')
  assert.equal(done.length, 1)
  const { opportunity } = (done[0] as PromiseFulfilledResult<{ opportunity: { id: string } }>).value
  assert.equal((await act('list_opportunity_items', { opportunity_id: opportunity.id })).items.length, 1)
})
