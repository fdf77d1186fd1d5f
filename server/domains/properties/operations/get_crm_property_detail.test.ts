import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '#kernel/operation.ts'
import { openNode } from '#test/node.ts'
import { openPlans } from '#test/plan.ts'
import { openRealEstate } from '#test/properties.ts'
import { refusal } from '#test/refusal.ts'

const { act, add, addDeal, addLead, addAgent, actor, only, runtime, sql, addAccount } = await openRealEstate()

test('A property is returned with its images in order and its opportunities, newest first', async () => {
  const property = await add({ list_price: 900 })
  const property_id = property.id
  const urls = ['https://example.com/1.jpg', 'https://example.com/2.jpg']
  const { items: images } = await act('add_property_images', { property_id, urls })
  const [old, deal] = [await addDeal(), await addDeal()]
  await act('add_opportunity_item', { opportunity_id: old.id, property_id })
  await act('add_opportunity_item', { opportunity_id: deal.id, property_id, quantity: 2, price: 850 })
  await act('add_opportunity_item', { opportunity_id: deal.id, property_id, price: 800 })
  await act('add_lead_item', { lead_id: (await addLead()).id, property_id })
  await act('add_opportunity_item', { opportunity_id: (await addDeal()).id, name: property.name })

  const { opportunities, ...detail } = await act('get_crm_property_detail', { property_id })
  assert.deepEqual(detail, { ...property, image_url: urls[0], images })
  assert.deepEqual(opportunities, [
    {
      id: deal.id,
      name: deal.name,
      status: 'open',
      pipeline: deal.pipeline,
      stage: { id: deal.stage.id, name: deal.stage.name },
      owner: { id: actor.user_id, name: actor.name },
      quantity: 3,
      price: 800,
      currency: 'COP',
      url: deal.url,
    },
    { ...opportunities[1], id: old.id, quantity: 1, price: 900 },
  ])
})

test('Only visible opportunities are included', async () => {
  const { id: property_id } = await add()
  const own = await addAgent('Solo lo suyo', { visibility: 'own' })
  const mate = await addAgent('Lo del equipo', { visibility: 'team' })
  await act('create_team', { name: 'Equipo', members: [own.id!, mate.id!] })
  const deals = [await addDeal(), await addDeal({ owner_id: own.user_id! }), await addDeal({ owner_id: mate.user_id! })]
  for (const { id: opportunity_id } of deals) await act('add_opportunity_item', { opportunity_id, property_id })
  const seen = async (as: Actor) =>
    (await act('get_crm_property_detail', { property_id }, { as })).opportunities.map(({ id }) => id)
  const [all, mine, theirs] = deals.map(({ id }) => id)
  assert.deepEqual(await seen(actor), [theirs, mine, all])
  assert.deepEqual(await seen(own), [mine])
  assert.deepEqual(await seen(mate), [theirs, mine])
})

test('An unknown or foreign property is not found, and crm:read is required', async () => {
  const theirs = await (await addAccount()).add()
  for (const property_id of [theirs.id, '999999999999999999']) {
    const problem = await refusal(act('get_crm_property_detail', { property_id }))
    assert.equal(problem.code, 'not_found')
    assert.match(problem.message, /list_crm_properties/)
  }
  const { id: property_id } = await add()
  const problem = await refusal(act('get_crm_property_detail', { property_id }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})

test('An update with an outdated version is refused', async () => {
  const { rest, key } = await openNode()
  await rest('PATCH', '/account', { key, body: { modules: ['real_estate'] } })
  const { body } = await rest<{ id: string }>('POST', '/properties', {
    key,
    body: { code: 'A', name: 'A', operation: 'venta' },
  })
  const path = `/properties/${body.id}`
  const { headers } = await rest('GET', path, { key })
  const match = { 'if-match': headers.get('etag')! }
  assert.equal((await rest('PATCH', path, { key, body: { name: 'B' }, headers: match })).status, 200)
  assert.equal((await rest('PATCH', path, { key, body: { name: 'C' }, headers: match })).status, 412)
})

test('The items of a property are found through an index', async () => {
  const { id: property_id } = await add()
  const deal = await addDeal()
  await act('add_opportunity_item', { opportunity_id: deal.id, property_id })
  await sql`
    insert into crm_items (account_id, opportunity_id, name, quantity, currency, created_at, updated_at)
    select ${actor.account.id}, ${deal.id}, 'Otra ' || n, 1, 'COP', now(), now() from generate_series(1, 20000) n`
  await runtime.database.work.query('vacuum analyze')
  const plans = await openPlans(runtime, actor).plansOf('get_crm_property_detail', { property_id })
  const read = plans.find((plan) => plan.indexes('crm_items').length > 0)!
  assert.deepEqual(read.indexes('crm_items'), ['crm_items_property'], read.text)
  assert.equal(read.rows('crm_items'), 1)
})
