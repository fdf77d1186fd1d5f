import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, deal, lead, sales, leads, addAgent, addAccount } = await openCrm()

test('each stage has its count and its amounts, and no two currencies are added', async () => {
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

test('leads are counted with what they may be worth', async () => {
  await lead({ estimated_value: 10 })
  const { items } = await act('get_board_totals', { pipeline_id: leads.id })
  assert.deepEqual(items[0]!.leads, { count: 1, amounts: [{ currency: 'COP', amount: 10, weighted: 1 }] })
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_board_totals', { pipeline_id: leads.id }))).code, 'not_found')
  const as = only('contacts:read')
  assert.equal((await refusal(act('get_board_totals', { pipeline_id: leads.id }, { as }))).code, 'permission_denied')
})
