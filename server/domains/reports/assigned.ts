import type { Days } from '#contract/report-periods.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { visible } from '#domains/access/visibility.ts'
import { url } from '#domains/crm/shape.ts'
import { within } from '#domains/reports/deals.ts'
import type { Context } from '#kernel/operation.ts'

/** Conversations given to somebody again on these days who had last been given them before. Given twice, they count once. */
export function listAgain(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<{ agent_id: string; count: number; resolved: number }[]> {
  return ctx.sql`
    select a.assignee_id as agent_id, count(*)::int as count, (count(*) filter (where a.resolved_now or a.resolved_theirs))::int as resolved
      from assignments a ${own(ctx, part`a`)}
     where a.account_id = ${ctx.actor.account.id} ${within(part`a.assigned_at`, days)} and a.previous_at < ${days.start} ${of(part`a`, inbox_id)}
     group by 1`
}

type Named = { id: string; name: string }

export type Handled = {
  conversation_id: string
  url: string
  contact: Named
  inbox: Named
  assigned_at: string | null
  asked_at: string | null
  replied_by: Named | null
  first_response_seconds: number | null
  business_hours_seconds: number | null
  resolved: boolean
}

/**
 * Conversations somebody was given on these days, or in which theirs is the first answer to what was asked on them: newest
 * first, and one more than asked for. The newest of all are among the newest of each.
 */
export function listHandled(
  ctx: Context,
  agent_id: string,
  days: Days,
  inbox_id: string | undefined,
  limit: number,
): Promise<Handled[]> {
  const { id } = ctx.actor.account
  const given = part`a.assignee_id = ${agent_id} ${within(part`a.assigned_at`, days)} and (a.previous_at is null or a.previous_at < ${days.start})`
  return ctx.sql<Handled>`
    with newest as (
      select conversation_id, max(at) as at from (
        (select a.conversation_id, a.assigned_at as at from assignments a ${own(ctx, part`a`)}
          where a.account_id = ${id} and ${given} ${of(part`a`, inbox_id)} order by a.assigned_at desc limit ${limit + 1})
        union all
        (select f.conversation_id, f.asked_at from conversation_facts f ${own(ctx, part`f`)}
          where f.account_id = ${id} and f.human_id = ${agent_id} ${within(part`f.asked_at`, days)} ${of(part`f`, inbox_id)}
          order by f.asked_at desc limit ${limit + 1})) each
       group by 1 order by 2 desc, 1 desc limit ${limit + 1}
    )
    select f.conversation_id, ${url(ctx, 'conversations', part`f.conversation_id`)} as url,
           jsonb_build_object('id', k.id::text, 'name', k.name) as contact, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
           a.assigned_at, f.asked_at, case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as replied_by,
           f.human_seconds as first_response_seconds, f.working_seconds as business_hours_seconds,
           coalesce(a.resolved, f.resolved_at is not null) as resolved
      from newest n
      join conversation_facts f on f.account_id = ${id} and f.conversation_id = n.conversation_id
      join conversations c on c.account_id = f.account_id and c.id = f.conversation_id
      join contacts k on k.account_id = c.account_id and k.id = c.contact_id
      join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id
      left join users u on u.id = f.human_id
      left join lateral (select a.assigned_at, a.resolved_now or a.resolved_theirs as resolved from assignments a
                          where a.account_id = f.account_id and a.conversation_id = f.conversation_id and ${given} limit 1) a on true
     order by n.at desc, f.conversation_id desc`
}

/** Who does not see everything sees what is of conversations they see. */
function own({ actor }: Context, row: Part): Part {
  if (actor.visibility === 'all') return nothing
  return part`join conversations c on c.account_id = ${row}.account_id and c.id = ${row}.conversation_id
    ${visible(actor, part`c.assignee_id`, part`c.team_id`)}`
}

function of(row: Part, inbox_id: string | undefined): Part {
  return inbox_id === undefined ? nothing : part`and ${row}.inbox_id = ${inbox_id}`
}
