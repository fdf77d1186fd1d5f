import type { Stage, StageTotals } from '#contract/records/crm.ts'
import { part, type Part } from '#db/sql.ts'
import { seen } from '#domains/crm/shape.ts'
import type { Context } from '#kernel/operation.ts'

type Sum = { stage_id: string; currency: string; count: number; amount: number; weighted: number }

/** What stands in each stage, of what the caller may see. Each amount is weighed and rounded before they are added. */
export async function totalsOf(ctx: Context, pipeline_id: string, stages: readonly Stage[]): Promise<StageTotals[]> {
  const [leads, opportunities] = await Promise.all([
    sums(ctx, leads_table, part`x.estimated_value`, part`s.probability`, pipeline_id),
    sums(ctx, part`opportunities x`, part`x.amount`, part`x.probability`, pipeline_id),
  ])
  return stages.map(({ id, name, type }) => ({
    stage: { id, name, type },
    leads: totalOf(leads, id),
    opportunities: totalOf(opportunities, id),
  }))
}

function totalOf(rows: readonly Sum[], stage_id: string): StageTotals['leads'] {
  const own = rows.filter((row) => row.stage_id === stage_id)
  const amounts = own.map(({ currency, amount, weighted }) => ({ currency, amount, weighted }))
  return { count: own.reduce((sum, { count }) => sum + count, 0), amounts }
}

/** A lead is as likely as its stage. */
const leads_table = part`leads x join stages s on s.account_id = x.account_id and s.id = x.stage_id`

/** Read from an index that holds all of it. What is settled, which is most of it, needs no weighing. */
function sums(ctx: Context, from: Part, amount: Part, probability: Part, pipeline_id: string): Promise<Sum[]> {
  const weighed = part`case ${probability} when 100 then ${amount} when 0 then 0 else round(${amount} * ${probability} / 100, 2) end`
  return ctx.sql<Sum>`
    select x.stage_id, x.currency, count(*)::int as count, coalesce(sum(${amount}), 0) as amount, coalesce(sum(${weighed}), 0) as weighted
      from ${from}
     where x.account_id = ${ctx.actor.account.id} and x.pipeline_id = ${pipeline_id} ${seen(ctx, part`x`)}
     group by x.stage_id, x.currency order by x.stage_id, sum(${amount}) desc nulls last, x.currency`
}
