import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, deal, addAgent, addAccount } = await openCrm()

const some = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => deal({ name: `Venta ${i}` })))
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id)

test('A bulk update of opportunities works like single updates', async () => {
  await addAgent('Beto')
  const made = await some(3)
  const count = (await events()).length
  const { items, updated_count } = await act('update_opportunities', {
    opportunity_ids: idsOf(made),
    owner: 'Beto',
    expected_close_date: '2031-12-31',
    stage: 'Propuesta',
    custom_attributes: { torre: 2 },
  })
  assert.equal(updated_count, 3)
  for (const each of items)
    assert.deepEqual(
      [each.owner?.name, each.expected_close_date, each.stage.name, each.probability, each.custom_attributes],
      ['Beto', '2031-12-31', 'Propuesta', 60, { torre: 2 }],
    )
  const names = ['opportunity.stage_changed', 'opportunity.owner_changed', 'opportunity.updated']
  assert.deepEqual(await since(count), [...names, ...names, ...names])
})

test('Opportunities can be lost, won and reopened in bulk', async () => {
  const opportunity_ids = idsOf(await some(2))
  const lost = await act('update_opportunities', { opportunity_ids, status: 'lost', lost_reason: 'otro' })
  for (const { status, lost_reason, stage } of lost.items)
    assert.deepEqual([status, lost_reason, stage.type], ['lost', 'Otro', 'lost'])
  const open = await act('update_opportunities', { opportunity_ids, status: 'open' })
  for (const { status, stage } of open.items) assert.deepEqual([status, stage.name], ['open', 'Nuevo'])
  const won = await act('update_opportunities', { opportunity_ids, stage: 'Ganado' })
  for (const { status, actual_close_date } of won.items) assert.ok(status === 'won' && actual_close_date)
})

test('A stage and another probability than that of the stage are set together, only while open', async () => {
  const opportunity_ids = idsOf(await some(2))
  const { items } = await act('update_opportunities', { opportunity_ids, stage: 'Propuesta', probability: 35 })
  for (const { stage, probability } of items) assert.deepEqual([stage.name, probability], ['Propuesta', 35])
  const won = { opportunity_ids, stage: 'Ganado', probability: 35 }
  assert.equal((await refusal(act('update_opportunities', won))).code, 'invalid_state')
})

test('Records that lack required fields are all named with these fields, each with the stage of its own pipeline', async () => {
  const required = async (pipeline: string, required_fields: string[]) => {
    const { stages } = await act('create_pipeline', { name: pipeline, kind: 'opportunities' })
    const stage = stages.find(({ name }) => name === 'Propuesta')!
    await act('update_stage', { stage_id: stage.id, required_fields })
  }
  await required('Obras', ['amount', 'custom_attributes.torre'])
  await required('Autos', ['description'])
  const made = [
    await deal({ name: 'Bodega', pipeline: 'Obras' }),
    await deal({ name: 'Completa', pipeline: 'Obras', amount: 5, custom_attributes: { torre: 2 } }),
    await deal({ name: 'Camioneta', pipeline: 'Autos' }),
  ]
  const known = await events()
  const problem = await refusal(act('update_opportunities', { opportunity_ids: idsOf(made), stage: 'Propuesta' }))
  assert.equal(problem.code, 'missing_field')
  assert.match(problem.message, new RegExp(`opportunity ${made[0]!.id} \\(Bodega\\): .*custom_attributes.torre`))
  assert.match(problem.message, new RegExp(`opportunity ${made[2]!.id} \\(Camioneta\\): .*description`))
  assert.doesNotMatch(problem.message, /Completa/)
  assert.deepEqual(
    problem.extra.errors?.map(({ field }) => field),
    [
      'opportunity_ids/0',
      'opportunity_ids/0/amount',
      'opportunity_ids/0/custom_attributes/torre',
      'opportunity_ids/2',
      'opportunity_ids/2/description',
    ],
  )
  assert.deepEqual(await events(), known)
  for (const { id } of made) {
    const { stage } = await act('crm_get_opportunity', { opportunity_id: id })
    assert.equal(stage.name, 'Nuevo')
  }
})

test('One refusal rolls back the whole bulk update and names the record', async () => {
  const made = await some(3)
  const known = await events()
  for (const way of [{ stage: 'Perdido' }, { status: 'lost' }] as const) {
    const problem = await refusal(act('update_opportunities', { opportunity_ids: idsOf(made), ...way }))
    assert.equal(problem.code, 'lost_reason_required')
    assert.match(
      problem.message,
      new RegExp(`because of opportunity ${made[0]!.id} \\(Venta 0\\): A loss needs a reason`),
    )
  }
  const wrong = { opportunity_ids: idsOf(made), status: 'lost', lost_reason: 'x' } as const
  assert.equal((await refusal(act('update_opportunities', wrong))).code, 'lost_reason_unknown')
  const nobody = await refusal(act('update_opportunities', { opportunity_ids: idsOf(made), owner: '' }))
  assert.equal(nobody.code, 'missing_field')
  const theirs = await (await addAccount()).deal()
  const ids = [...idsOf(made), theirs.id]
  const missing = await refusal(act('update_opportunities', { opportunity_ids: ids, status: 'won' }))
  assert.deepEqual([missing.code, missing.extra.errors?.[0]?.field], ['not_found', 'opportunity_ids/3'])
  assert.deepEqual(await events(), known)
  const as = only('crm:read')
  assert.equal(
    (await refusal(act('update_opportunities', { opportunity_ids: ids, status: 'won' }, { as }))).code,
    'permission_denied',
  )
})
