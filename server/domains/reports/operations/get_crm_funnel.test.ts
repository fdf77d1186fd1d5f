import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { bogota, noon, openSales } from '#test/sales.ts'

const { sql, act, only, addAgent, addAccount } = await openSales()

/** A workspace and its funnel of May. */
async function open() {
  const shop = await addAccount()
  const may = { date_from: '2025-05-01', date_to: '2025-05-31' }
  return {
    ...shop,
    funnel: (input: { pipeline_name?: string } = {}) =>
      shop.act('get_crm_funnel', { ...may, ...input }, { now: bogota(noon) }),
  }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['funnel']>>
const column = <F extends keyof Answer['stages'][number]>(answer: Answer, field: F) =>
  answer.stages.map((each) => each[field])

test('An opportunity counts in its current stage and as reached in every stage up to its furthest', async () => {
  const { deal, move, funnel } = await open()
  await deal({ amount: 10 })
  await move(await deal({ amount: 20 }), ['Contactado', 'Calificado'])
  await move(await deal({ amount: 40 }), ['Contactado', 'Calificado', 'Propuesta', 'Negociación', 'Ganado'])
  await move(await deal({ amount: 80 }), ['Contactado', 'Perdido'])
  const answer = await funnel()
  assert.deepEqual(answer.days, { from: '2025-05-01', to: '2025-05-31' })
  assert.equal(answer.time_zone, 'America/Bogota')
  assert.equal(answer.pipeline.name, 'Ventas')
  assert.deepEqual(column(answer, 'count'), [1, 0, 1, 0, 0, 1, 1])
  assert.deepEqual(column(answer, 'reached_count'), [4, 3, 2, 1, 1, 1, null])
  assert.deepEqual(
    column(answer, 'reached_amount').map((each) => each?.amount ?? null),
    [150, 140, 60, 40, 40, 40, null],
  )
  assert.deepEqual(column(answer, 'conversion_to_next'), [75, 66.7, 50, 100, 100, null, null])
  assert.deepEqual(column(answer, 'cumulative_conversion'), [100, 75, 50, 25, 25, 25, null])
  assert.deepEqual([answer.total.count, answer.total.amount.amount], [4, 150])
  assert.deepEqual([answer.won.count, answer.won.amount.amount], [1, 40])
  assert.deepEqual([answer.lost.count, answer.lost.amount.amount], [1, 80])
  assert.deepEqual(
    answer.lost_from.map(({ name, count, amount }) => [name, count, amount.amount]),
    [['Contactado', 1, 80]],
  )
})

test('A deal that enters a stage twice counts once, and going back does not undo it', async () => {
  const { deal, move, funnel } = await open()
  await move(await deal(), ['Propuesta', 'Contactado', 'Propuesta', 'Contactado'])
  const answer = await funnel()
  assert.deepEqual(column(answer, 'count'), [0, 1, 0, 0, 0, 0, 0])
  assert.deepEqual(column(answer, 'reached_count'), [1, 1, 1, 1, 0, 0, null])
})

test('A lost deal stays counted in the stages it reached', async () => {
  const { deal, move, funnel } = await open()
  await move(await deal(), ['Contactado', 'Calificado', 'Propuesta', 'Perdido'])
  const answer = await funnel()
  assert.deepEqual(column(answer, 'reached_count'), [1, 1, 1, 1, 0, 0, null])
  assert.equal(answer.lost_from[0]!.stage!.name, 'Propuesta')
})

test('A skipped stage counts as reached', async () => {
  const { deal, move, funnel } = await open()
  await move(await deal(), ['Negociación'])
  await deal({ stage: 'Ganado' })
  const answer = await funnel()
  assert.deepEqual(column(answer, 'reached_count'), [2, 2, 2, 2, 2, 1, null])
  assert.deepEqual(column(answer, 'conversion_to_next'), [100, 100, 100, 100, 50, null, null])
})

test('A reopened deal has reached the won stage and counts as open', async () => {
  const { deal, move, funnel } = await open()
  await move(await deal(), ['Contactado', 'Ganado', 'Contactado'])
  const answer = await funnel()
  assert.deepEqual(column(answer, 'count'), [0, 1, 0, 0, 0, 0, 0])
  assert.deepEqual(column(answer, 'reached_count'), [1, 1, 1, 1, 1, 1, null])
  assert.deepEqual([answer.won.count, answer.lost.count], [0, 0])
})

test('Stages count in their current order, and deleted ones do not count', async () => {
  const { act: on, deal, move, funnel, sales } = await open()
  await move(await deal(), ['Propuesta', 'Contactado'])
  await move(await deal(), ['Propuesta', 'Perdido'])
  const ordered_stages = ['Nuevo', 'Propuesta', 'Contactado', 'Calificado', 'Negociación']
  await on('update_pipeline_stages', { pipeline: sales.id, ordered_stages })
  const moved = await funnel()
  assert.deepEqual(
    moved.stages.slice(0, 3).map((each) => [each.stage.name, each.reached_count]),
    [
      ['Nuevo', 2],
      ['Propuesta', 2],
      ['Contactado', 1],
    ],
  )
  await on('delete_stage', { stage_id: sales.stages.find(({ name }) => name === 'Propuesta')!.id })
  const answer = await funnel()
  assert.deepEqual(column(answer, 'reached_count'), [2, 1, 0, 0, 0, null])
  assert.deepEqual(
    answer.lost_from.map(({ stage, name, count }) => [stage, name, count]),
    [[null, 'Sin historial', 1]],
  )
})

test('A deal without history has reached all stages up to its own; a lost one only the first', async () => {
  const { deal, move, funnel, actor } = await open()
  await deal({ stage: 'Calificado' })
  await deal({ stage: 'Ganado' })
  await move(await deal({ stage: 'Negociación' }), ['Perdido'])
  await sql`update opportunities set reached_stage_ids = '{}', last_open_stage_id = null where account_id = ${actor.account.id}`
  const answer = await funnel()
  assert.deepEqual(column(answer, 'reached_count'), [3, 2, 2, 1, 1, 1, null])
  assert.deepEqual(
    answer.lost_from.map(({ stage, count }) => [stage, count]),
    [[null, 1]],
  )
})

test('A deal is won in any of several won stages', async () => {
  const { deal, move, funnel, sales, actor } = await open()
  await sql`
    insert into stages (account_id, pipeline_id, name, type, "order", probability, created_at, updated_at)
    values (${actor.account.id}, ${sales.id}, 'Ganado a crédito', 'won', 7, 100, now(), now())`
  await move(await deal(), ['Negociación'])
  await move(await deal(), ['Negociación', 'Ganado'])
  await move(await deal(), ['Negociación', 'Ganado a crédito'])
  const answer = await funnel()
  const last = answer.stages.find(({ stage }) => stage.name === 'Negociación')!
  assert.deepEqual([last.reached_count, last.conversion_to_next], [3, 66.7])
  assert.equal(answer.won.count, 2)
  assert.equal(
    column(answer, 'count').reduce((sum, each) => sum + each, 0),
    3,
  )
})

test('A deal moved to another pipeline counts there, as far as it came there', async () => {
  const { act: on, deal, move, funnel } = await open()
  const rent = await on('create_pipeline', { name: 'Arriendos', kind: 'opportunities' })
  const contacted = rent.stages[1]!.id
  const lost = rent.stages.find(({ type }) => type === 'lost')!.id
  await move(await deal(), ['Negociación', contacted])
  const other = await deal()
  await move(other, ['Propuesta'])
  await on('crm_move_opportunity_stage', { opportunity_id: other.id, stage: lost, lost_reason: 'Otro' })
  assert.equal((await funnel()).total.count, 0)
  const answer = await funnel({ pipeline_name: 'arriendo' })
  assert.deepEqual(column(answer, 'reached_count'), [2, 1, 0, 0, 0, 0, null])
  // It was lost from a stage of the pipeline it came from.
  assert.equal(answer.lost_from[0]!.stage!.name, 'Propuesta')
})

test('Merged and deleted opportunities are not counted, and merged history does not count as reached', async () => {
  const { act: on, deal, move, funnel } = await open()
  const kept = await deal({ amount: 5 })
  const twin = await deal({ amount: 7 })
  await move(twin, ['Propuesta'])
  await on('merge_opportunities', { opportunity_id: kept.id, other_opportunity_id: twin.id })
  await on('delete_opportunity', { opportunity_id: (await deal()).id })
  const answer = await funnel()
  assert.deepEqual([answer.total.count, answer.total.amount.amount], [1, 5])
  assert.deepEqual(column(answer, 'reached_count'), [1, 0, 0, 0, 0, 0, null])
})

test('Currencies are never added, and deals without an amount are counted', async () => {
  const { deal, funnel } = await open()
  await deal({ amount: 100 })
  await deal({ amount: 0.1 })
  await deal({ amount: 0.2 })
  await deal({ amount: 7, currency: 'USD' })
  await deal()
  const { total } = await funnel()
  assert.deepEqual(total.amount, {
    currency: 'COP',
    amount: 100.3,
    by_currency: [
      { currency: 'COP', amount: 100.3, count: 4 },
      { currency: 'USD', amount: 7, count: 1 },
    ],
    mixed_currency: true,
    without_amount: 1,
  })
})

test('Only deals created in the period count, in the workspace time zone', async () => {
  const { deal, funnel } = await open()
  await deal({ amount: 1 }, '2025-05-01 00:00')
  await deal({ amount: 2 }, '2025-05-31 23:30')
  await deal({ amount: 4 }, '2025-04-30 23:59')
  await deal({ amount: 8 }, '2025-06-01 00:00')
  assert.equal((await funnel()).total.amount.amount, 3)
})

test('Days are those of the workspace for every caller', async () => {
  const { act: on, deal, actor } = await open()
  await deal({}, '2025-05-31 23:30')
  const count = async (time_zone: string) => {
    const as = { ...actor, account: { ...actor.account, time_zone } }
    return (await on('get_crm_funnel', { date_from: '2025-06-01', date_to: '2025-06-30' }, { as })).total.count
  }
  assert.deepEqual([await count('America/Bogota'), await count('Asia/Tokyo')], [0, 1])
})

test('Without pipeline_name the default or mixed default is used, otherwise it is refused', async () => {
  const { act: on, deal, funnel, sales } = await open()
  await deal()
  assert.equal((await funnel()).pipeline.id, sales.id)
  const both = await on('create_pipeline', { name: 'Todo', kind: 'mixed', is_default: true })
  assert.equal((await funnel()).pipeline.id, sales.id)
  await on('update_pipeline', { pipeline_id: sales.id, is_default: false })
  assert.equal((await funnel()).pipeline.id, both.id)
  await on('update_pipeline', { pipeline_id: both.id, is_default: false })
  const { code, status, message } = await refusal(funnel())
  assert.deepEqual([code, status], ['pipeline_required', 422])
  assert.match(message, /choose one with pipeline_name: .*Ventas \(id \d+\)/)
  assert.equal((await funnel({ pipeline_name: 'VENTAS' })).total.count, 1)
  assert.equal((await refusal(funnel({ pipeline_name: 'Leads' }))).code, 'not_found')
})

test('A stage that no deal reached, and an empty pipeline, have no rate', async () => {
  const { funnel } = await open()
  const answer = await funnel()
  assert.deepEqual(column(answer, 'conversion_to_next'), Array(7).fill(null))
  assert.deepEqual(column(answer, 'cumulative_conversion'), Array(7).fill(null))
  assert.deepEqual(answer.lost_from, [])
})

test('Limited visibility gives the funnel of own or team deals', async () => {
  const shop = await open()
  const beto = await shop.addAgent('Beto', { visibility: 'own' })
  const carla = await shop.addAgent('Carla', { visibility: 'team' })
  await shop.act('create_team', { name: 'Norte', members: ['Beto', 'Carla'] })
  await shop.deal({ owner: 'Beto' })
  await shop.deal({ owner: 'Carla' })
  await shop.deal()
  const seenBy = async (as: typeof beto) => (await shop.act('get_crm_funnel', { period: 'all' }, { as })).total.count
  assert.equal(await seenBy(beto), 1)
  assert.equal(await seenBy(carla), 2)
  assert.equal(await seenBy(shop.actor), 3)
})

test('The funnel report requires reports:read and shows nothing of other workspaces', async () => {
  const { deal } = await open()
  await deal()
  assert.equal((await act('get_crm_funnel', { period: 'all' })).total.count, 0)
  const as = only('crm:read')
  assert.equal((await refusal(act('get_crm_funnel', {}, { as }))).code, 'permission_denied')
  assert.ok((await act('get_crm_funnel', {}, { as: await addAgent('Lea') })).pipeline)
})
