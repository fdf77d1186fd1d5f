import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { joinParts, literal, part, type Part } from '#db/sql.ts'
import { whereOwnerVisible } from '#domains/access/visibility.ts'
import { toConditions } from '#domains/crm/records/list-query.ts'
import { closedRows } from './board-sums.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import type { Context } from '#kernel/operation.ts'

type Sum = { stage_id: string; currency: string; count: number; amount: number; weighted: number }

/** Count and amounts per stage of the records the caller may see. Each weighted amount is rounded before summing. */
export async function getTotals(ctx: Context, pipeline_id: string, stages: readonly Stage[]): Promise<StageTotals[]> {
  const [leads, opportunities] = await Promise.all([
    selectSums(
      ctx,
      'leads',
      part`leads x join stages s on s.account_id = x.account_id and s.id = x.stage_id`,
      pipeline_id,
    ),
    selectSums(ctx, 'opportunities', part`opportunities x`, pipeline_id),
  ])
  return stages.map(({ id, name, type }) => ({
    stage: { id, name, type },
    leads: sumStage(leads, id),
    opportunities: sumStage(opportunities, id),
  }))
}

/** Number and amounts of all records that match a filter, of any pipeline. */
export async function sumRecords(
  ctx: Context,
  resource: 'leads' | 'opportunities',
  filters: Omit<TotalsFilter, 'pipeline_id'>,
): Promise<StageTotals['leads']> {
  return sumAll(await selectFiltered(ctx, resource, filters, part`null::bigint`))
}

type TotalsFilter = Pick<Parameters<typeof toConditions>[2], 'pipeline_id' | 'filter' | 'view_id'>

/** The same for records that match a filter; these are read row by row, as no sums are kept for them. */
export async function getFilteredTotals(
  ctx: Context,
  resource: 'leads' | 'opportunities',
  filters: TotalsFilter,
  stages: readonly Stage[],
): Promise<StageTotals[]> {
  const rows = await selectFiltered(ctx, resource, filters, literal(`${filtered_sources[resource].of}.stage_id`))
  const nothing = { count: 0, amounts: [] }
  return stages.map(({ id, name, type }) => ({
    stage: { id, name, type },
    leads: nothing,
    opportunities: nothing,
    [resource]: sumStage(rows, id),
  }))
}

async function selectFiltered(
  ctx: Context,
  resource: 'leads' | 'opportunities',
  filters: TotalsFilter,
  stage_id: Part,
): Promise<Sum[]> {
  const { of, from, amount, probability } = filtered_sources[resource]
  const alias = literal(of)
  const conditions = joinParts(await toConditions(ctx, of, filters))
  return ctx.sql<Sum>`
    select ${stage_id} as stage_id, ${alias}.currency, count(*)::int as count, coalesce(sum(${amount}), 0) as amount,
           coalesce(sum(round(${amount} * ${probability} / 100, 2)), 0) as weighted
      from ${from} where ${alias}.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, alias)} ${conditions}
     group by 1, ${alias}.currency order by 1, sum(${amount}) desc nulls last, ${alias}.currency`
}

const filtered_sources = {
  leads: {
    of: 'l',
    from: part`leads l join stages s on s.account_id = l.account_id and s.id = l.stage_id`,
    amount: part`l.estimated_value`,
    probability: part`case when l.status in ('new', 'qualified') then s.probability else 0 end`,
  },
  opportunities: { of: 'o', from: part`opportunities o`, amount: part`o.amount`, probability: part`o.probability` },
} as const

function sumStage(rows: readonly Sum[], stage_id: string): StageTotals['leads'] {
  return sumAll(rows.filter((row) => row.stage_id === stage_id))
}

function sumAll(rows: readonly Sum[]): StageTotals['leads'] {
  const amounts = rows.map(({ currency, amount, weighted }) => ({ currency, amount, weighted }))
  return { count: rows.reduce((sum, { count }) => sum + count, 0), amounts }
}

/** Open records, read by index-only scans; closed ones come from board-sums.ts. A lead has the probability of its stage. */
const open_sources = {
  leads: {
    status: part`x.status in ('new', 'qualified')`,
    amount: part`x.estimated_value`,
    probability: part`s.probability`,
  },
  opportunities: { status: part`x.status = 'open'`, amount: part`x.amount`, probability: part`x.probability` },
} as const

function selectSums(ctx: Context, table: keyof typeof open_sources, from: Part, pipeline_id: string): Promise<Sum[]> {
  const { status, amount, probability } = open_sources[table]
  const { account } = ctx.actor
  return ctx.sql<Sum>`
    select stage_id, currency, sum(count)::int as count, sum(amount) as amount, sum(weighted) as weighted from (
      select x.stage_id, x.currency, count(*) as count, coalesce(sum(${amount}), 0) as amount,
             coalesce(sum(round(${amount} * ${probability} / 100, 2)), 0) as weighted
        from ${from}
       where x.account_id = ${account.id} and x.pipeline_id = ${pipeline_id} and ${status} ${visibleTo(ctx, part`x`)}
       group by x.stage_id, x.currency
      union all
      select x.stage_id, x.currency, x.count, x.amount, x.weighted from (${closedRows(table, account.id, pipeline_id)}) x
       where true ${whereOwnerVisible(ctx.actor, part`x.owner_id`)}) t
     group by stage_id, currency having sum(count) <> 0 order by stage_id, sum(amount) desc, currency`
}
