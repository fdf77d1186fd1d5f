import type { Days } from '#contract/report-periods.ts'
import { emptyPart, part } from '#db/sql.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import type { BreachGroup } from './rules.ts'
import { inRange, localDay } from '#domains/reports/date-range.ts'
import type { Context } from '#kernel/operation.ts'

/** SLA breaches on these days per kind, grouped by inbox, agent, team, priority and day in one query. */
export function listBreaches(
  { sql, actor }: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<BreachGroup[]> {
  const { id, time_zone } = actor.account
  const joinVisible =
    actor.visibility === 'all'
      ? emptyPart
      : part`join conversations c on c.account_id = r.account_id and c.id = r.conversation_id ${whereVisible(actor, part`c.assignee_id`, part`c.team_id`)}`
  return sql<BreachGroup>`
    select case when grouping(b.inbox_id) = 0 then 'inbox' when grouping(b.assignee_id) = 0 then 'agent' when grouping(b.team_id) = 0 then 'team'
                when grouping(b.priority) = 0 then 'priority' else 'day' end as by,
           coalesce(b.inbox_id::text, b.assignee_id::text, b.team_id::text, b.priority, b.day::text) as key, b.kind, count(*)::int as count
      from (select r.inbox_id, r.assignee_id, r.team_id, r.priority, r.kind, ${localDay(part`r.breached_at`, days, time_zone)} as day
              from sla_breaches r ${joinVisible}
             where r.account_id = ${id} ${inRange(part`r.breached_at`, days)} ${inbox_id === undefined ? emptyPart : part`and r.inbox_id = ${inbox_id}`}) b
     group by grouping sets ((b.inbox_id, b.kind), (b.assignee_id, b.kind), (b.team_id, b.kind), (b.priority, b.kind), (b.day, b.kind))`
}
