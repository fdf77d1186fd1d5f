import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, deal, lead, sales, leads, addAgent, addAccount } = await openCrm()

test('Each stage has a count and amounts, and currencies are never added', async () => {
  const beto = await addAgent('Beto')
  await deal({ amount: 100, stage: 'Propuesta' })
  await deal({ amount: 50.55, stage: 'Propuesta', owner: 'Beto' })
  await deal({ amount: 7, currency: 'USD', stage: 'Propuesta' })
  await deal({ stage: 'Propuesta' })
  const { items } = await act('get_board_totals', { pipeline_id: sales.id })
  assert.deepEqual(
    items.map(({ stage }) => stage.name),
    sales.stages.map(({ name }) => name),
  )
  const amounts = [
    { currency: 'COP', amount: 150.55, weighted: 90.33 },
    { currency: 'USD', amount: 7, weighted: 4.2 },
  ]
  assert.deepEqual(items[3]!.opportunities, { count: 4, amounts })
  assert.deepEqual(items[0], {
    ...items[0],
    leads: { count: 0, amounts: [] },
    opportunities: { count: 0, amounts: [] },
  })
  const own = await act('get_board_totals', { pipeline_id: sales.id }, { as: { ...beto, visibility: 'own' } })
  assert.deepEqual(own.items[3]!.opportunities.count, 1)
})

test('Leads are counted with their estimated value', async () => {
  await lead({ estimated_value: 10 })
  const { items } = await act('get_board_totals', { pipeline_id: leads.id })
  assert.deepEqual(items[0]!.leads, { count: 1, amounts: [{ currency: 'COP', amount: 10, weighted: 1 }] })
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_board_totals', { pipeline_id: leads.id }))).code, 'not_found')
  const as = only('contacts:read')
  assert.equal((await refusal(act('get_board_totals', { pipeline_id: leads.id }, { as }))).code, 'permission_denied')
})

test('Filtered totals match the filtered list and add up to the whole', async () => {
  const { id: owner_id } = await addAgent('Caro')
  const stage = sales.stages[1]!
  await deal({ amount: 30, stage: stage.id, owner: 'Caro' })
  await deal({ amount: 5, stage: stage.id })
  const count = async (filters: object) => {
    const { items } = await act('get_board_totals', { pipeline_id: sales.id, ...filters })
    return items.find((each) => each.stage.id === stage.id)!
  }
  const hers = { any: [{ all: [{ field: 'owner_id', operator: 'equal_to' as const, values: [owner_id!] }] }] }
  const found = await count({ resource: 'opportunities', filter: hers })
  assert.equal(found.opportunities.count, 1)
  assert.equal(found.opportunities.amounts[0]?.amount, 30)
  assert.equal(found.leads.count, 0)
  assert.deepEqual((await count({ resource: 'opportunities' })).opportunities, (await count({})).opportunities)

  const view = { name: 'De Caro', resource: 'opportunities', filter: hers } as const
  const { id: view_id } = await act('create_saved_view', view)
  assert.deepEqual(await count({ resource: 'opportunities', view_id }), found)
  assert.equal((await refusal(count({ filter: hers }))).code, 'missing_field')
})

test('A closed lead is counted but has no weighted amount', async () => {
  const { pipeline } = await lead({ estimated_value: 40 })
  const { id: lead_id } = await lead({ estimated_value: 60 })
  await act('crm_mark_lead_lost', { lead_id })
  const input = { pipeline_id: pipeline.id }
  const [all, chosen] = [
    await act('get_board_totals', input),
    await act('get_board_totals', { ...input, resource: 'leads' }),
  ]
  assert.deepEqual(
    chosen.items.map((each) => each.leads),
    all.items.map((each) => each.leads),
  )
})
