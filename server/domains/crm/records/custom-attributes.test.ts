import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openCrm } from '#test/crm.ts'
import { counts, openImports } from '#test/crm-imports.ts'
import { refusal } from '#test/refusal.ts'

const { act, lead, deal, contact, sales, runtime, actor } = await openCrm()

const define = (model: 'lead_attribute' | 'opportunity_attribute', key: string, more: object = {}) =>
  act('create_custom_attribute', { display_name: `Campo ${key}`, key, model, type: 'number', ...more })

await define('lead_attribute', 'alcobas')
await define('opportunity_attribute', 'pago', { type: 'list', values: ['Contado', 'Crédito'] })
await define('opportunity_attribute', 'alcobas', { type: 'text' })

test('Values of defined fields are converted to their type or refused, wherever they are written', async () => {
  const made = await lead({ custom_attributes: { alcobas: '3', libre: 'x' } })
  assert.deepEqual(made.custom_attributes, { alcobas: 3, libre: 'x' })
  const sold = await deal({ custom_attributes: { pago: 'credito', alcobas: 3 } })
  assert.deepEqual(sold.custom_attributes, { pago: 'Crédito', alcobas: '3' })
  const wrong = { custom_attributes: { alcobas: 'tres' } }
  const attempts = [
    () => lead(wrong),
    () => act('crm_update_lead', { lead_id: made.id, ...wrong }),
    () => act('update_leads', { lead_ids: [made.id], ...wrong }),
    () => deal({ custom_attributes: { pago: 'Trueque' } }),
    () => act('crm_update_opportunity', { opportunity_id: sold.id, custom_attributes: { pago: 'Trueque' } }),
    () => act('update_opportunities', { opportunity_ids: [sold.id], custom_attributes: { pago: 'Trueque' } }),
  ]
  for (const attempt of attempts) {
    const problem = await refusal(attempt())
    assert.equal(problem.code, 'invalid_value')
    assert.match(problem.message, /alcobas must be a number|pago must be one of: Contado, Crédito/)
  }
  const { custom_attributes } = await act('crm_get_lead', { lead_id: made.id })
  assert.deepEqual(custom_attributes, { alcobas: 3, libre: 'x' })
})

test('A value is removed with null, and the other values stay', async () => {
  const made = await lead({ custom_attributes: { alcobas: 3, libre: 'x' } })
  const after = await act('crm_update_lead', { lead_id: made.id, custom_attributes: { alcobas: null } })
  assert.deepEqual(after.custom_attributes, { libre: 'x' })
})

test('A conversion carries the values over, in the types of deals where they fit', async () => {
  const made = await lead({
    custom_attributes: { alcobas: 3, pago: 'quizás' },
    estimated_value: 1,
    email: 'a@example.com',
  })
  const { opportunity } = await act('crm_convert_lead', { lead_id: made.id })
  assert.deepEqual(opportunity.custom_attributes, { alcobas: '3', pago: 'quizás' })
})

test('Lists are filtered by the fields, and an import checks them', async () => {
  const contact_id = (await contact()).id
  await deal({ name: 'A crédito', contact_id, custom_attributes: { pago: 'Crédito' } })
  const filter: Filter = {
    any: [{ all: [{ field: 'custom_attributes.pago', operator: 'equal_to', values: ['crédito'] }] }],
  }
  const found = await act('crm_list_opportunities', { contact_id, filter })
  assert.deepEqual(
    found.items.map(({ name }) => name),
    ['A crédito'],
  )
  const done = await openImports(runtime).imported({ act, actor }, 'leads', ['name,alcobas', 'Uno,3', 'Dos,tres'])
  assert.deepEqual([...counts(done), done.errors[0]?.field], [1, 0, 1, 'custom_attributes/alcobas'])
})

test('A stage can require a field: the move is refused with its name, and made together with a value', async () => {
  const [, second] = sales.stages
  await act('update_stage', { stage_id: second!.id, required_fields: ['custom_attributes.pago'] })
  const { id } = await deal()
  const problem = await refusal(act('crm_move_opportunity_stage', { opportunity_id: id, stage: second!.id }))
  assert.equal(problem.code, 'missing_field')
  assert.match(problem.message, /custom_attributes\.pago/)
  await act('crm_update_opportunity', { opportunity_id: id, custom_attributes: { pago: 'Contado' } })
  const moved = await act('crm_move_opportunity_stage', { opportunity_id: id, stage: second!.id })
  assert.equal(moved.stage.id, second!.id)
})

test('A key is not one of a built-in field, and may be used once per kind of record', async () => {
  const taken = await refusal(define('lead_attribute', 'estimated_value'))
  assert.equal(taken.code, 'invalid_value')
  assert.equal((await refusal(define('lead_attribute', 'alcobas'))).code, 'duplicate_value')
  assert.equal((await define('lead_attribute', 'pago')).model, 'lead_attribute')
})
