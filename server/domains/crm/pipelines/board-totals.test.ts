import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openPlans } from '#test/plan.ts'

const { act, actor, sales, addAgent, runtime, sql } = await openCrm()

test('Board totals use an index-only scan of open records, however many are closed', async () => {
  const stageOf = (type: string) => sales.stages.find((stage) => stage.type === type)!.id
  const beto = await addAgent('Beto Díaz', { visibility: 'own' })
  await sql`
    insert into opportunities (account_id, name, description, amount, currency, expected_close_date, actual_close_date, closed_at, probability, owner_id,
                               pipeline_id, stage_id, stage_entered_at, status, lost_reason, last_activity_at, created_at, updated_at)
    select ${actor.account.id}, 'Negocio', repeat('Dos alcobas ', 80), 0.15, 'COP', '2030-01-01', case when n % 3 > 0 then date '2026-01-01' end,
           case when n % 3 > 0 then now() end, (array[15, 100, 0])[1 + n % 3], case when n % 2 = 0 then ${beto.user_id}::bigint end, ${sales.id},
           (array[${stageOf('open')}, ${stageOf('won')}, ${stageOf('lost')}]::bigint[])[1 + n % 3], now(),
           (array['open', 'won', 'lost'])[1 + n % 3], case when n % 3 = 2 then 'Otro' end, now(), now(), now()
      from generate_series(1, 6000) n`
  await sql`
    insert into board_sums
    select account_id, pipeline_id, 'opportunity', stage_id, currency, coalesce(owner_id, 0), count(*), sum(amount), sum(round(amount * probability / 100, 2))
      from opportunities where account_id = ${actor.account.id} and status <> 'open' group by 1, 2, 4, 5, 6`
  // Rows not yet flushed are not marked all-visible and would need a heap fetch.
  await runtime.database.work.query('checkpoint')
  await runtime.database.work.query('vacuum analyze opportunities')
  const { items } = await act('get_board_totals', { pipeline_id: sales.id })
  const amounts = items.flatMap(({ stage, opportunities }) => opportunities.amounts.map((each) => [stage.type, each]))
  assert.deepEqual(amounts, [
    // Each weighted amount is rounded before summing: 0.15 at 15 % is 0.02.
    ['open', { currency: 'COP', amount: 300, weighted: 40 }],
    ['won', { currency: 'COP', amount: 300, weighted: 300 }],
    ['lost', { currency: 'COP', amount: 300, weighted: 0 }],
  ])
  for (const as of [actor, beto]) {
    const plan = await openPlans(runtime, as).planOf('get_board_totals', { pipeline_id: sales.id }, -1, as)
    assert.deepEqual(plan.indexes('opportunities'), ['opportunities_totals'], plan.text)
  }
})
