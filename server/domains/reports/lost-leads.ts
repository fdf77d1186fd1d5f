import type { Range } from '#contract/report-periods.ts'
import { part } from '#db/sql.ts'
import { seen } from '#domains/crm/shape.ts'
import { ofPipeline, type Scope, within } from '#domains/reports/deals.ts'
import type { Reason } from '#domains/reports/reason-rules.ts'
import type { Context } from '#kernel/operation.ts'

/**
 * The leads that are lost and were so in the range, by what was said then. A lead was lost when it came to the lost stage it
 * is in; where it is in none, when its timeline last says so.
 */
export function lostByReason(ctx: Context, { pipeline_id }: Scope, range: Range): Promise<Reason[]> {
  const { id } = ctx.actor.account
  return ctx.sql<Reason>`
    select nullif(btrim(x.lost_reason), '') as reason, x.currency, count(*)::int as count, coalesce(sum(x.estimated_value), 0) as amount,
           count(*) filter (where x.estimated_value is null)::int as without_amount
      from (
        select l.lost_reason, l.currency, l.estimated_value,
               case when s.type = 'lost' then l.stage_entered_at else coalesce(
                 (select max(a.created_at) from activities a
                   where a.account_id = l.account_id and a.lead_id = l.id and a.changes #>> '{status,to}' = 'unqualified'), l.updated_at) end as lost_at
          from leads l join stages s on s.account_id = l.account_id and s.id = l.stage_id
         where l.account_id = ${id} and l.status = 'unqualified' ${seen(ctx, part`l`)} ${ofPipeline(part`l`, pipeline_id)}) x
     where true ${within(part`x.lost_at`, range)}
     group by 1, 2`
}
