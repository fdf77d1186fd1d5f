import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, deal, sales, addAccount } = await openCrm()

test('Name, colour, probability and rotting days of a stage change; its records keep their probability', async () => {
  const { id: opportunity_id } = await deal({ stage: 'Propuesta' })
  const stage_id = sales.stages[3]!.id
  const after = await act('update_stage', {
    stage_id,
    name: 'Oferta',
    color: '#0F766E',
    probability: 65,
    rotting_days: 7,
  })
  const { id: _, ...stage } = after.stages[3]!
  assert.deepEqual(stage, {
    name: 'Oferta',
    type: 'open',
    order: 4,
    probability: 65,
    color: '#0F766E',
    rotting_days: 7,
    required_fields: [],
  })
  assert.equal((await events()).at(-1)?.name, 'pipeline.stages_updated')
  const read = await act('crm_get_opportunity', { opportunity_id })
  assert.deepEqual([read.stage.name, read.probability, read.stage_history[0]!.stage.name], ['Oferta', 60, 'Propuesta'])
  const known = await events()
  await act('update_stage', { stage_id, name: 'Oferta' })
  assert.deepEqual(await events(), known)
  assert.equal((await act('update_stage', { stage_id, rotting_days: null })).stages[3]!.rotting_days, null)
})

test('Invalid values are refused', async () => {
  const [first, won] = [sales.stages[0]!.id, sales.stages[5]!.id]
  assert.equal((await refusal(act('update_stage', { stage_id: first, name: 'CONTACTADO' }))).code, 'duplicate_value')
  assert.equal((await refusal(act('update_stage', { stage_id: won, probability: 90 }))).code, 'invalid_state')
  assert.equal((await refusal(act('update_stage', { stage_id: first, color: 'rojo' }))).code, 'invalid_request')
  assert.equal((await refusal(act('update_stage', { stage_id: '999999999' }))).code, 'not_found')
  const other = await addAccount()
  assert.equal((await refusal(other.act('update_stage', { stage_id: first, name: 'x' }))).code, 'not_found')
  assert.equal(
    (await refusal(act('update_stage', { stage_id: first, name: 'x' }, { as: only('crm:write') }))).code,
    'permission_denied',
  )
})

test('A stage can require fields of its kind of record, without duplicates', async () => {
  const stage_id = sales.stages[2]!.id
  const required_fields = ['amount', 'custom_attributes.presupuesto', 'amount']
  const after = await act('update_stage', { stage_id, required_fields })
  assert.deepEqual(after.stages[2]!.required_fields, ['amount', 'custom_attributes.presupuesto'])
  assert.equal((await events()).at(-1)?.name, 'pipeline.stages_updated')
  const known = await events()
  await act('update_stage', { stage_id, required_fields: ['amount', 'custom_attributes.presupuesto'] })
  assert.deepEqual(await events(), known)
  assert.deepEqual(
    (await act('update_stage', { stage_id, name: 'Por calificar' })).stages[2]!.required_fields.length,
    2,
  )
  for (const wrong of ['phone', 'telefono', 'custom_attributes.', 'custom_attributes.__proto__', 'name', '']) {
    const problem = await refusal(act('update_stage', { stage_id, required_fields: ['amount', wrong] }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'required_fields/1'], wrong)
    assert.match(problem.message, /Choose from .*amount/)
  }
  const mixed = await act('create_pipeline', { name: 'Todo', kind: 'mixed' })
  await act('update_stage', { stage_id: mixed.stages[1]!.id, required_fields: ['phone', 'amount'] })
  assert.deepEqual((await act('update_stage', { stage_id, required_fields: [] })).stages[2]!.required_fields, [])
})
