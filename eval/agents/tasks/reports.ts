import assert from 'node:assert/strict'
import { dayOf } from '#contract/periods.ts'
import { en, es, type List, one, type Task } from '../task.ts'

type ConversionCounts = { won: number; lost: number; win_rate: number | null }

const zone = 'America/Bogota'

export const reportTasks: readonly Task[] = [
  es('¿Cuántos negocios ganamos y perdimos este trimestre?', async ({ call, sql }) => {
    const { current } = await call<{ current: ConversionCounts }>('get_crm_conversion_report', {
      period: 'this_quarter',
    })
    const { won, lost } = await one(
      sql<ConversionCounts>`
        select count(*) filter (where status = 'won')::int as won, count(*) filter (where status = 'lost')::int as lost
          from opportunities where deleted_at is null
           and actual_close_date >= date_trunc('quarter', now() at time zone ${zone})::date`,
    )
    assert.deepEqual([current.won, current.lost], [won, lost])
  }),

  en('Compare the win rate of this quarter with the one before', async ({ call }) => {
    const answer = await call<{ current: ConversionCounts; previous: ConversionCounts; note: string }>(
      'get_crm_conversion_report',
      {
        period: 'this_quarter',
        compare_with_previous: true,
      },
    )
    for (const { won, lost, win_rate } of [answer.current, answer.previous])
      assert.equal(
        win_rate === null ? won + lost : Math.round(win_rate),
        win_rate === null ? 0 : Math.round((100 * won) / (won + lost)),
      )
    assert.match(answer.note, /by close date.*get_crm_funnel/)
  }),

  es('Muéstrame el embudo de Venta de inmuebles del último año', async ({ call, sql }) => {
    const { total, note } = await call<{ total: { count: number }; note: string }>('get_crm_funnel', {
      pipeline_name: 'inmuebles',
      period: 'last_365_days',
    })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from opportunities o join pipelines p on p.id = o.pipeline_id
         where p.name = 'Venta de inmuebles' and o.deleted_at is null
           and (o.created_at at time zone ${zone})::date > (now() at time zone ${zone})::date - 365`,
    )
    assert.equal(total.count, count)
    assert.match(note, /created in the period/)
  }),

  en('Who sold the most in the last 90 days?', async ({ call, sql }) => {
    const { agents } = await call<{ agents: { name: string; won: number }[] }>('get_crm_agent_performance', {
      period: 'last_90_days',
    })
    const { name, won } = await one(
      sql<{ name: string; won: number }>`
        select u.name, count(*)::int as won from opportunities o join users u on u.id = o.owner_id
         where o.status = 'won' and o.deleted_at is null and o.actual_close_date > (now() at time zone ${zone})::date - 90
         group by 1 order by sum(o.amount) desc nulls last limit 1`,
    )
    assert.deepEqual([agents[0]!.name, agents[0]!.won], [name, won])
  }),

  es('¿Por qué perdemos negocios? Últimos 180 días', async ({ call, sql }) => {
    const answer = await call<{ reasons: { name: string; count: number }[] }>('get_crm_lost_reasons_breakdown', {
      period: 'last_180_days',
    })
    const rows = await sql<{ count: number }>`
      select count(*)::int as count from opportunities
       where status = 'lost' and deleted_at is null and actual_close_date > (now() at time zone ${zone})::date - 180
       group by lost_reason order by 1 desc`
    assert.deepEqual(
      answer.reasons.map(({ count }) => count),
      rows.map(({ count }) => count),
    )
  }),

  en('How many conversations came in during the last 7 days?', async ({ call, sql }) => {
    const answer = await call<{ totals?: object } & Record<string, unknown>>('get_overview_report', { days: 7 })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from contacts
         where (created_at at time zone ${zone})::date > (now() at time zone ${zone})::date - 7`,
    )
    assert.ok(JSON.stringify(answer).includes(`${count}`))
  }),

  es('¿Qué tan rápido respondimos los leads del mes?', async ({ call, sql }) => {
    const { totals } = await call<{ totals: { total: number } }>('analyze_lead_response_times', {
      period: 'last_30_days',
      limit: 1,
    })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from leads
         where deleted_at is null and (created_at at time zone ${zone})::date > (now() at time zone ${zone})::date - 30`,
    )
    assert.equal(totals.total, count)
  }),

  en('How fast did Luisa answer the leads that came by referral?', async ({ call, sql }) => {
    const { totals } = await call<{ totals: { total: number } }>('analyze_lead_response_times', {
      period: 'all',
      source: 'referral',
      owner_name: 'Luisa Fernanda Peña',
      limit: 1,
    })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from leads l join users u on u.id = l.owner_id
         where l.deleted_at is null and lower(l.source) in ('referido', 'referral') and u.name = 'Luisa Fernanda Peña'`,
    )
    assert.ok(totals.total >= count)
  }),

  es('¿Cuántas conversaciones resolvió cada asesor en los últimos 30 días?', async ({ call }) => {
    const { agents } = await call<{ agents: { name: string; resolved: number }[] }>('get_agents_report', { days: 30 })
    assert.ok(agents.some(({ resolved }) => resolved > 0))
  }),

  en('When do customers write to us, by WhatsApp only?', async ({ call }) => {
    const { items } = await call<List>('list_inboxes')
    const whatsapp = items.find(({ name }) => name === 'WhatsApp')!
    const answer = await call('get_conversations_report', { days: 30, inbox_id: whatsapp.id })
    assert.ok(Object.keys(answer).length > 3)
  }),

  es('¿De dónde vienen las ventas de los últimos 90 días?', async ({ call, sql }) => {
    const { by_origin, note } = await call<{ by_origin: { source: string | null; won: number }[]; note: string }>(
      'get_crm_report',
      { days: 90 },
    )
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from opportunities
         where status = 'won' and deleted_at is null and actual_close_date > (now() at time zone ${zone})::date - 90`,
    )
    assert.equal(
      by_origin.reduce((sum, { won }) => sum + won, 0),
      count,
    )
    assert.equal(new Set(by_origin.map(({ source }) => source)).size, by_origin.length, 'one row per origin')
    assert.ok(!by_origin.some(({ source }) => source === 'referido'))
    assert.match(note, /not one cohort/)
  }),

  en('How many deals were won today?', async ({ call, sql }) => {
    const { current } = await call<{ current: ConversionCounts }>('get_crm_conversion_report', { period: 'today' })
    const { count } = await one(
      sql<{ count: number }>`
        select count(*)::int as count from opportunities
         where status = 'won' and deleted_at is null and actual_close_date = ${dayOf(new Date(), zone)}::date`,
    )
    assert.equal(current.won, count)
  }),
]
