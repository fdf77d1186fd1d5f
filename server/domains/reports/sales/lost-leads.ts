import type { Range } from '#contract/report-periods.ts'
import { part } from '#db/sql.ts'
import { lostAt } from '#domains/crm/leads/lost-at.ts'
import { visibleTo } from '#domains/crm/records/columns.ts'
import { inRange } from '#domains/reports/date-range.ts'
import { inPipeline, type Scope } from './deals.ts'
import type { Reason } from './lost-reason-rules.ts'
import type { Context } from '#kernel/operation.ts'

/** Lost leads by reason, lost in the range. */
export function listLostByReason(ctx: Context, { pipeline_id }: Scope, range: Range): Promise<Reason[]> {
  const { id } = ctx.actor.account
  return ctx.sql<Reason>`
    select nullif(btrim(x.lost_reason), '') as reason, x.currency, count(*)::int as count, coalesce(sum(x.estimated_value), 0) as amount,
           count(*) filter (where x.estimated_value is null)::int as without_amount
      from (
        select l.lost_reason, l.currency, l.estimated_value, ${lostAt} as lost_at
          from leads l where l.account_id = ${id} and l.status = 'unqualified' ${visibleTo(ctx, part`l`)} ${inPipeline(part`l`, pipeline_id)}) x
     where true ${inRange(part`x.lost_at`, range)}
     group by 1, 2`
}
