import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, deal, lead, addAgent } = await openCrm()

test('The records of all pipelines that match a filter are counted, and currencies are never added', async () => {
  const beto = await addAgent('Beto')
  const mixed = await act('create_pipeline', { name: 'Arriendos', kind: 'mixed', default_currency: 'USD' })
  await deal({ name: 'Uno', amount: 100, stage: 'Propuesta', utm_source: 'fb' })
  await deal({ name: 'Dos', amount: 50, owner: 'Beto', pipeline: mixed.name, stage: mixed.stages[0]!.name })
  await lead({ estimated_value: 10 })
  const all = await act('get_sales_totals', { resource: 'opportunities' })
  assert.equal(all.count, 2)
  assert.deepEqual(
    all.amounts.map(({ currency, amount }) => [currency, amount]),
    [
      ['COP', 100],
      ['USD', 50],
    ],
  )
  assert.equal((await act('get_sales_totals', { resource: 'leads' })).count, 1)
  const origin = { any: [{ all: [{ field: 'origin', operator: 'equal_to' as const, values: ['facebook'] }] }] }
  assert.equal((await act('get_sales_totals', { resource: 'opportunities', filter: origin })).count, 1)
  const own = await act('get_sales_totals', { resource: 'opportunities' }, { as: { ...beto, visibility: 'own' } })
  assert.equal(own.count, 1)
})

test('Totals need the permission to read sales, and a filter needs a field of the record', async () => {
  const as = only('contacts:read')
  assert.equal((await refusal(act('get_sales_totals', { resource: 'leads' }, { as }))).code, 'permission_denied')
  const filter = { any: [{ all: [{ field: 'amount', operator: 'is_present' as const, values: [] }] }] }
  assert.equal((await refusal(act('get_sales_totals', { resource: 'leads', filter }))).code, 'invalid_value')
})
