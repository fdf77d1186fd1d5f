import assert from 'node:assert/strict'
import { test } from 'node:test'
import { is_negative_cycle } from '#contract/report-lists.ts'
import { refusal } from '#test/refusal.ts'
import { bogota, noon, openSales } from '#test/sales.ts'
import type { Input } from '#test/workspace.ts'

const { sql, act, only, addAccount } = await openSales()

/** A workspace and its report at the end of May. */
async function open() {
  const shop = await addAccount()
  return {
    ...shop,
    report: (input: Input<'get_crm_conversion_report'> = {}, now = '2025-05-31 23:50') =>
      shop.act('get_crm_conversion_report', input, { now: bogota(now) }),
  }
}

test('Won and lost deals are compared by close date, in count, amount and cycle days', async () => {
  const { deal, win, lose, report } = await open()
  await win(await deal({ amount: 300 }, '2025-05-01 12:00'), '2025-05-11 12:00')
  await win(await deal({ amount: 100 }, '2025-05-01 12:00'), '2025-05-02 00:00')
  await win(await deal({ amount: 200 }, '2025-05-01 12:00'), '2025-05-05 12:00')
  await lose(await deal({ amount: 200 }, '2025-05-01 12:00'), '2025-05-03 12:00')
  await deal({ amount: 999 })
  const { days, previous_days, previous, changes, pipeline, current } = await report()
  assert.deepEqual(days, { from: '2025-05-01', to: '2025-05-31' })
  assert.deepEqual([previous_days, previous, changes, pipeline], [null, null, null, null])
  assert.deepEqual(
    { ...current, won_amount: current.won_amount.amount, lost_amount: current.lost_amount.amount },
    {
      won: 3,
      lost: 1,
      won_amount: 600,
      lost_amount: 200,
      win_rate: 75,
      win_rate_amount: 75,
      // Ten days, half a day and four days.
      avg_cycle_days: 4.8,
      median_cycle_days: 4,
      avg_cycle_days_lost: 2,
      median_cycle_days_lost: 2,
      avg_cycle_days_all: 4.1,
      median_cycle_days_all: 3,
      reopened: 0,
      data_quality: { negative_cycles: 0, without_amount: 0 },
    },
  )
})

test('A deal created in January and won in March counts in March', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ expected_close_date: '2025-01-31' }, '2025-01-10 12:00'), '2025-03-10 12:00')
  const won = async (month: string) =>
    (await report({ date_from: `2025-${month}-01`, date_to: `2025-${month}-28` })).current.won
  assert.deepEqual([await won('01'), await won('02'), await won('03')], [0, 0, 1])
})

test('Won and lost deals both count on their close date', async () => {
  const { deal, lose, report } = await open()
  await lose(await deal({}, '2025-04-20 12:00'), '2025-05-02 12:00')
  assert.equal((await report({ period: 'last_month' })).current.lost, 0)
  assert.equal((await report({ period: 'this_month' })).current.lost, 1)
})

test('23:30 local time on May 31 still counts in May', async () => {
  const { deal, win, report } = await open()
  await win(await deal(), '2025-05-31 23:30')
  assert.equal((await report({ date_from: '2025-05-31', date_to: '2025-05-31' })).current.won, 1)
  assert.equal((await report({ date_from: '2025-06-01', date_to: '2025-06-30' })).current.won, 0)
})

test('A reopened deal is neither won nor lost, and closed again it counts once', async () => {
  const { deal, win, lose, reopen, report } = await open()
  const it = await deal({ amount: 10 }, '2025-05-01 12:00')
  await win(it, '2025-05-03 12:00')
  await reopen(it, '2025-05-05 12:00')
  const open_again = (await report()).current
  assert.deepEqual([open_again.won, open_again.lost, open_again.reopened], [0, 0, 1])
  await lose(it, '2025-05-21 12:00')
  const lost = (await report()).current
  assert.deepEqual([lost.won, lost.lost, lost.reopened, lost.avg_cycle_days_lost], [0, 1, 1, 20])
  assert.equal((await report({ date_from: '2025-05-01', date_to: '2025-05-10' })).current.lost, 0)
  assert.equal((await report({ date_from: '2025-05-06', date_to: '2025-05-31' })).current.reopened, 0)
})

test('Dragging a won deal to an open stage reopens it', async () => {
  const { deal, move, win, report } = await open()
  const it = await deal()
  await win(it)
  await move(it, ['Contactado'])
  const { current } = await report()
  assert.deepEqual([current.won, current.reopened], [0, 1])
})

test('The previous period has the same length to the hour and excludes later events of its last day', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ amount: 10 }, '2025-05-01 08:00'), '2025-05-10 09:00')
  await win(await deal({ amount: 20 }, '2025-05-01 08:00'), '2025-05-15 09:00')
  await win(await deal({ amount: 5 }, '2025-04-01 08:00'), '2025-04-15 11:59')
  await win(await deal({ amount: 70 }, '2025-04-01 08:00'), '2025-04-15 12:01')
  await win(await deal({ amount: 70 }, '2025-04-01 08:00'), '2025-04-16 08:00')
  const answer = await report({ compare_with_previous: true }, noon)
  assert.deepEqual(answer.days, { from: '2025-05-01', to: '2025-05-15' })
  assert.deepEqual(answer.previous_days, { from: '2025-04-01', to: '2025-04-15' })
  assert.deepEqual([answer.current.won, answer.previous!.won], [2, 1])
  assert.deepEqual([answer.changes!.won, answer.changes!.won_amount], [100, 500])
})

test('A rolling period is compared with the previous one of the same length', async () => {
  const { deal, win, report } = await open()
  for (const day of ['11', '12', '13', '14', '15'])
    await win(await deal({}, '2025-05-01 08:00'), `2025-05-${day} 18:00`)
  const answer = await report({ custom_days_back: 2, compare_with_previous: true }, '2025-05-15 19:00')
  assert.deepEqual(answer.days, { from: '2025-05-14', to: '2025-05-15' })
  assert.deepEqual(answer.previous_days, { from: '2025-05-12', to: '2025-05-13' })
  assert.deepEqual([answer.current.won, answer.previous!.won, answer.changes!.won], [2, 2, 0])
})

test('The change from 0 is null, and the previous 0 is shown', async () => {
  const { deal, win, report } = await open()
  await win(await deal({ amount: 10 }, '2025-05-01 08:00'), '2025-05-02 08:00')
  const { previous, changes } = await report({ compare_with_previous: true })
  assert.deepEqual([previous!.won, previous!.win_rate, previous!.avg_cycle_days], [0, null, null])
  assert.deepEqual(
    [changes!.won, changes!.won_amount, changes!.win_rate_points, changes!.avg_cycle_days],
    [null, null, null, null],
  )
})

test('Rates change in percentage points', async () => {
  const { deal, win, lose, report } = await open()
  const made = async (when: string, wins: number, losses: number) => {
    for (let i = 0; i < wins; i++) await win(await deal({ amount: 10 }, when), when)
    for (let i = 0; i < losses; i++) await lose(await deal({ amount: 10 }, when), when)
  }
  await made('2025-04-10 12:00', 1, 3)
  await made('2025-05-10 12:00', 2, 2)
  const { changes } = await report({ date_from: '2025-05-01', date_to: '2025-05-30', compare_with_previous: true })
  assert.deepEqual([changes!.win_rate_points, changes!.win_rate_amount_points, changes!.lost], [25, 25, -33.3])
})

test('All time has no previous period', async () => {
  const { report } = await open()
  const answer = await report({ period: 'all', compare_with_previous: true })
  assert.deepEqual(answer.days, { from: null, to: '2025-05-31' })
  assert.deepEqual([answer.previous_days, answer.previous, answer.changes], [null, null, null])
  assert.deepEqual([answer.current.win_rate, answer.current.win_rate_amount], [null, null])
})

test('A manual close date wins over the clock, and one before the creation counts as 0 days', async () => {
  const shop = await open()
  const { deal, win, report } = shop
  const backdated = await deal({}, '2025-05-01 23:00')
  await win(backdated, '2025-05-20 12:00')
  await sql`update opportunities set actual_close_date = '2025-05-04' where id = ${backdated.id}`
  const early = await report({ date_from: '2025-05-01', date_to: '2025-05-04' })
  assert.deepEqual([early.current.won, early.current.avg_cycle_days], [1, 3])
  const before = await deal({}, '2025-05-10 12:00')
  await win(before, '2025-05-20 12:00')
  await sql`update opportunities set actual_close_date = '2025-05-06' where id = ${before.id}`
  const { current } = await report()
  assert.deepEqual([current.won, current.avg_cycle_days, current.data_quality.negative_cycles], [2, 1.5, 1])
  const filter = { any: [{ all: [is_negative_cycle] }] }
  const { items } = await shop.act('crm_list_opportunities', { filter })
  assert.deepEqual(
    items.map(({ id }) => id),
    [before.id],
  )
})

test('Currencies are never added; the win rate by amount uses the report currency', async () => {
  const { deal, win, lose, report } = await open()
  await win(await deal({ amount: 30 }))
  await win(await deal({ amount: 1000, currency: 'USD' }))
  await win(await deal())
  await lose(await deal({ amount: 10 }))
  const { current } = await report()
  assert.deepEqual([current.won_amount.amount, current.win_rate_amount], [30, 75])
  assert.deepEqual(current.won_amount.by_currency, [
    { currency: 'COP', amount: 30, count: 2 },
    { currency: 'USD', amount: 1000, count: 1 },
  ])
  assert.deepEqual([current.won_amount.mixed_currency, current.lost_amount.mixed_currency], [true, false])
  assert.equal(current.data_quality.without_amount, 1)
})

test('The report covers all pipelines, or one by partial name in its own currency', async () => {
  const { act: on, deal, win, report, sales } = await open()
  const rent = await on('create_pipeline', { name: 'Arriendos Bogotá', kind: 'opportunities', default_currency: 'USD' })
  await on('create_pipeline', { name: 'Arriendos Cali', kind: 'mixed' })
  await win(await deal({ amount: 5 }))
  await win(await deal({ amount: 7, currency: 'USD', pipeline: rent.id }))
  const all = await report()
  assert.equal(all.current.won, 2)
  assert.deepEqual(
    all.by_pipeline.map(({ pipeline, won, won_amount }) => [pipeline.name, won, won_amount.amount]),
    [
      ['Ventas', 1, 5],
      ['Arriendos Bogotá', 1, 7],
      ['Arriendos Cali', 0, 0],
    ],
  )
  const one = await report({ pipeline_name: 'bogota' })
  assert.deepEqual(one.pipeline, { id: rent.id, name: rent.name })
  assert.deepEqual([one.current.won, one.current.won_amount.currency, one.current.won_amount.amount], [1, 'USD', 7])
  assert.equal(one.by_pipeline.length, 1)
  assert.equal((await report({ pipeline_name: sales.name })).current.won, 1)
  const { code, extra } = await refusal(report({ pipeline_name: 'arriendos' }))
  assert.deepEqual([code, extra.candidates!.length], ['ambiguous_reference', 2])
})

test('Deleted and merged deals do not count, and callers with limited visibility get their own', async () => {
  const shop = await open()
  const beto = await shop.addAgent('Beto', { visibility: 'own' })
  const carla = await shop.addAgent('Carla', { visibility: 'team' })
  await shop.act('create_team', { name: 'Norte', members: ['Beto', 'Carla'] })
  await shop.win(await shop.deal({ owner: 'Beto' }))
  await shop.win(await shop.deal({ owner: 'Carla' }))
  const kept = await shop.deal()
  await shop.win(kept)
  const twin = await shop.deal()
  await shop.act('merge_opportunities', { opportunity_id: kept.id, other_opportunity_id: twin.id })
  const binned = await shop.deal()
  await shop.win(binned)
  await shop.reopen(binned)
  await shop.win(binned)
  await shop.act('delete_opportunity', { opportunity_id: binned.id })
  const seenBy = async (as: typeof beto) => {
    const { current } = await shop.act('get_crm_conversion_report', { period: 'all' }, { as })
    return [current.won, current.reopened]
  }
  assert.deepEqual(await seenBy(beto), [1, 0])
  assert.deepEqual(await seenBy(carla), [2, 0])
  assert.deepEqual(await seenBy(shop.actor), [3, 0])
})

test('A period that ends before it starts, and a caller without reports:read, are refused', async () => {
  const wrong = { date_from: '2025-05-02', date_to: '2025-05-01' }
  assert.equal((await refusal(act('get_crm_conversion_report', wrong))).code, 'invalid_value')
  const as = only('crm:read')
  assert.equal((await refusal(act('get_crm_conversion_report', {}, { as }))).code, 'permission_denied')
})
