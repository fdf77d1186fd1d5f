import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, since, only, deal, sales, leads, timeline, sql } = await openCrm()

const move = (opportunity_id: string, stage: string, lost_reason?: string) =>
  act('crm_move_opportunity_stage', { opportunity_id, stage, ...(lost_reason && { lost_reason }) })

test('The stage decides the status and the probability', async () => {
  const { id } = await deal()
  for (const [stage, status, probability, outcomeEvents] of [
    ['Propuesta', 'open', 60, []],
    ['ganado', 'won', 100, ['opportunity.won']],
    ['Negociacion', 'open', 80, ['opportunity.reopened']],
  ] as const) {
    const count = (await events()).length
    const moved = await move(id, stage)
    assert.deepEqual([moved.status, moved.probability], [status, probability])
    assert.equal(moved.actual_close_date === null, status === 'open')
    assert.deepEqual(await since(count), ['opportunity.stage_changed', ...outcomeEvents])
  }
  const { stage_history } = await act('crm_get_opportunity', { opportunity_id: id })
  assert.deepEqual(
    stage_history.map(({ stage }) => stage.name),
    ['Nuevo', 'Propuesta', 'Ganado', 'Negociación'],
  )
})

test('Moving to a lost stage needs a lost reason, which is stored', async () => {
  const { id } = await deal()
  const known = await events()
  const without = await refusal(move(id, 'Perdido'))
  assert.deepEqual([without.code, without.status], ['lost_reason_required', 422])
  assert.equal((await refusal(move(id, 'Perdido', '  '))).code, 'lost_reason_required')
  const unknown = await refusal(move(id, 'Perdido', 'Porque sí'))
  assert.deepEqual([unknown.code, unknown.status], ['lost_reason_unknown', 422])
  assert.deepEqual(await events(), known)
  const lost = await move(id, 'Perdido', 'otro')
  assert.deepEqual([lost.status, lost.lost_reason, lost.probability], ['lost', 'Otro', 0])
  assert.deepEqual([(await timeline('opportunity', id))[0]!.body], ['Otro'])
  assert.equal((await move(id, 'Nuevo')).lost_reason, null)
})

test('Fifty concurrent moves leave a stage history without gaps', async () => {
  const { id } = await deal()
  const stages = sales.stages.map((stage) => stage.id)
  await Promise.all(Array.from({ length: 50 }, (_, i) => move(id, stages[i % stages.length]!, 'Otro')))
  const visits = await sql<{ stage_id: string; entered_at: string; left_at: string | null }>`
    select stage_id, entered_at, left_at from stage_history where opportunity_id = ${id} order by id`
  for (const [i, { entered_at, left_at }] of visits.entries()) {
    if (i > 0) assert.equal(entered_at, visits[i - 1]!.left_at)
    assert.equal(left_at === null, i === visits.length - 1)
  }
  const { stage, status } = await act('crm_get_opportunity', { opportunity_id: id })
  assert.equal(visits.at(-1)!.stage_id, stage.id)
  assert.equal(status, stage.type)
})

test('An opportunity is placed next to its neighbour, also in a lost stage', async () => {
  const [one, two] = [await deal(), await deal()]
  for (const { id } of [one, two]) await move(id, 'Perdido', 'Otro')
  const { id: opportunity_id } = one
  await act('crm_move_opportunity_stage', { opportunity_id, stage: 'Perdido', before_id: two.id })
  const { items } = await act('crm_list_opportunities', { pipeline: 'Ventas', stage: 'Perdido', sort: 'position' })
  const places = items.map(({ id }) => id)
  assert.ok(places.indexOf(one.id) < places.indexOf(two.id))
})

test('An opportunity moves only within pipelines for opportunities', async () => {
  const { id } = await deal()
  const other = await act('create_pipeline', { name: 'Arriendos', kind: 'opportunities', default_currency: 'USD' })
  const moved = await move(id, other.stages[1]!.id)
  assert.deepEqual([moved.pipeline.name, moved.currency], ['Arriendos', 'COP'])
  assert.equal((await refusal(move(id, leads.stages[0]!.id))).code, 'not_found')
})

test('Moving an opportunity requires crm:write', async () => {
  const { id: opportunity_id } = await deal()
  const problem = await refusal(
    act('crm_move_opportunity_stage', { opportunity_id, stage: 'Nuevo' }, { as: only('crm:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})
