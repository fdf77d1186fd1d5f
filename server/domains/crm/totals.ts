import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { joined, literal, part, type Part } from '#db/sql.ts'
import { visibleByOwner } from '#domains/access/visibility.ts'
import { toConditions } from '#domains/crm/finding.ts'
import { settledIn } from '#domains/crm/settled.ts'
import { seen } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'

type Sum = { stage_id: string; currency: string; count: number; amount: number; weighted: number }

/** What stands in each stage, of what the caller may see. Each amount is weighed and rounded before they are added. */
export async function totalsOf(ctx: Context, pipeline_id: string, stages: readonly Stage[]): Promise<StageTotals[]> {
  const [leads, opportunities] = await Promise.all([
    sums(ctx, 'leads', part`leads x join stages s on s.account_id = x.account_id and s.id = x.stage_id`, pipeline_id),
    sums(ctx, 'opportunities', part`opportunities x`, pipeline_id),
  ])
  return stages.map(({ id, name, type }) => ({
    stage: { id, name, type },
    leads: totalOf(leads, id),
    opportunities: totalOf(opportunities, id),
  }))
}

type Asked = Pick<Parameters<typeof toConditions>[2], 'pipeline_id' | 'filter' | 'view_id'>

/** The same of what meets a filter, as the lists do: read row by row, because no sum is kept of that. */
export async function matchingTotals(
  ctx: Context,
  resource: 'leads' | 'opportunities',
  asked: Asked,
  stages: readonly Stage[],
): Promise<StageTotals[]> {
  const { of, from, amount, probability } = matched[resource]
  const own = literal(of)
  const met = joined(await toConditions(ctx, of, asked))
  const rows = await ctx.sql<Sum>`
    select ${own}.stage_id, ${own}.currency, count(*)::int as count, coalesce(sum(${amount}), 0) as amount,
           coalesce(sum(round(${amount} * ${probability} / 100, 2)), 0) as weighted
      from ${from} where ${own}.account_id = ${ctx.actor.account.id} ${seen(ctx, own)} ${met}
     group by ${own}.stage_id, ${own}.currency order by ${own}.stage_id, sum(${amount}) desc nulls last, ${own}.currency`
  const nothing = { count: 0, amounts: [] }
  return stages.map(({ id, name, type }) => ({
    stage: { id, name, type },
    leads: nothing,
    opportunities: nothing,
    [resource]: totalOf(rows, id),
  }))
}

const matched = {
  leads: {
    of: 'l',
    from: part`leads l join stages s on s.account_id = l.account_id and s.id = l.stage_id`,
    amount: part`l.estimated_value`,
    probability: part`case when l.status in ('new', 'qualified') then s.probability else 0 end`,
  },
  opportunities: { of: 'o', from: part`opportunities o`, amount: part`o.amount`, probability: part`o.probability` },
} as const

function totalOf(rows: readonly Sum[], stage_id: string): StageTotals['leads'] {
  const own = rows.filter((row) => row.stage_id === stage_id)
  const amounts = own.map(({ currency, amount, weighted }) => ({ currency, amount, weighted }))
  return { count: own.reduce((sum, { count }) => sum + count, 0), amounts }
}

/** A lead is as likely as its stage. What is open is read from an index that holds all of it, what is settled is added up already. */
const open = {
  leads: {
    status: part`x.status in ('new', 'qualified')`,
    amount: part`x.estimated_value`,
    probability: part`s.probability`,
  },
  opportunities: { status: part`x.status = 'open'`, amount: part`x.amount`, probability: part`x.probability` },
} as const

function sums(ctx: Context, table: keyof typeof open, from: Part, pipeline_id: string): Promise<Sum[]> {
  const { status, amount, probability } = open[table]
  const { account } = ctx.actor
  return ctx.sql<Sum>`
    select stage_id, currency, sum(count)::int as count, sum(amount) as amount, sum(weighted) as weighted from (
      select x.stage_id, x.currency, count(*) as count, coalesce(sum(${amount}), 0) as amount,
             coalesce(sum(round(${amount} * ${probability} / 100, 2)), 0) as weighted
        from ${from}
       where x.account_id = ${account.id} and x.pipeline_id = ${pipeline_id} and ${status} ${seen(ctx, part`x`)}
       group by x.stage_id, x.currency
      union all
      select x.stage_id, x.currency, x.count, x.amount, x.weighted from (${settledIn(table, account.id, pipeline_id)}) x
       where true ${visibleByOwner(ctx.actor, part`x.owner_id`)}) t
     group by stage_id, currency having sum(count) <> 0 order by stage_id, sum(amount) desc, currency`
}
