import type { Days } from '#contract/report-periods.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { whereVisible } from '#domains/access/visibility.ts'
import { appUrl } from '#domains/crm/records/columns.ts'
import { inRange, type ReportWindow } from '#domains/reports/date-range.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'

/** Conversations assigned on these days to agents who had them before the period; each counts once. */
export function listReassigned(
  ctx: Context,
  days: Days,
  inbox_id: string | undefined,
): Promise<{ agent_id: string; count: number; resolved: number }[]> {
  return ctx.sql`
    select a.assignee_id as agent_id, count(*)::int as count, (count(*) filter (where a.resolved_now or a.resolved_theirs))::int as resolved
      from assignments a ${joinVisible(ctx, part`a`)}
     where a.account_id = ${ctx.actor.account.id} ${inRange(part`a.assigned_at`, days)} and a.previous_at < ${days.start} ${inInbox(part`a`, inbox_id)}
     group by 1`
}

type NamedRecord = { id: string; name: string }

export type HandledConversation = {
  conversation_id: string
  url: string
  contact: NamedRecord
  inbox: NamedRecord
  assigned_at: string | null
  asked_at: string | null
  replied_by: NamedRecord | null
  first_response_seconds: number | null
  business_hours_seconds: number | null
  resolved: boolean
}

/**
 * Conversations assigned to an agent on these days, or first answered by them, newest first; one more than the limit. The
 * newest of both together are among the newest of each.
 */
export function listHandled(
  ctx: Context,
  agent_id: string,
  days: Days,
  inbox_id: string | undefined,
  limit: number,
): Promise<HandledConversation[]> {
  const { id } = ctx.actor.account
  const isAssigned = part`a.assignee_id = ${agent_id} ${inRange(part`a.assigned_at`, days)} and (a.previous_at is null or a.previous_at < ${days.start})`
  return ctx.sql<HandledConversation>`
    with newest as (
      select conversation_id, max(at) as at from (
        (select a.conversation_id, a.assigned_at as at from assignments a ${joinVisible(ctx, part`a`)}
          where a.account_id = ${id} and ${isAssigned} ${inInbox(part`a`, inbox_id)} order by a.assigned_at desc limit ${limit + 1})
        union all
        (select f.conversation_id, f.asked_at from conversation_facts f ${joinVisible(ctx, part`f`)}
          where f.account_id = ${id} and f.human_id = ${agent_id} ${inRange(part`f.asked_at`, days)} ${inInbox(part`f`, inbox_id)}
          order by f.asked_at desc limit ${limit + 1})) each
       group by 1 order by 2 desc, 1 desc limit ${limit + 1}
    )
    select f.conversation_id, ${appUrl(ctx, 'conversations', part`f.conversation_id`)} as url,
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
                          where a.account_id = f.account_id and a.conversation_id = f.conversation_id and ${isAssigned} limit 1) a on true
     order by n.at desc, f.conversation_id desc`
}

export type Assignment = {
  id: string
  conversation_id: string
  url: string
  contact: NamedRecord
  inbox: NamedRecord
  agent: NamedRecord
  assigned_at: string
  resolved: boolean
}

export type AssignmentFilters = { agent_id?: string | undefined; resolved_only?: boolean | undefined }

/** Assignments (`a`) on these days, each conversation once per agent. */
export function countedAssignments(
  ctx: Context,
  { days, inbox_id }: Pick<ReportWindow, 'days' | 'inbox_id'>,
  { agent_id, resolved_only }: AssignmentFilters,
): Part {
  return part`assignments a ${joinVisible(ctx, part`a`)}
    where a.account_id = ${ctx.actor.account.id} ${inRange(part`a.assigned_at`, days)} ${inInbox(part`a`, inbox_id)}
      and (a.previous_at is null or a.previous_at < ${days.start})
      ${agent_id === undefined ? emptyPart : part`and a.assignee_id = ${agent_id}`}
      ${resolved_only ? part`and (a.resolved_now or a.resolved_theirs)` : emptyPart}`
}

/** The rows of `countedAssignments`, newest first, one more than the limit. */
export function listAssignments(
  ctx: Context,
  counted: Part,
  after: string[] | undefined,
  limit: number,
): Promise<Assignment[]> {
  const named = (of: Part) => part`jsonb_build_object('id', ${of}.id::text, 'name', ${of}.name)`
  return ctx.sql<Assignment>`
    select a.id, a.conversation_id, ${appUrl(ctx, 'conversations', part`a.conversation_id`)} as url, ${named(part`k`)} as contact,
           ${named(part`i`)} as inbox, ${named(part`u`)} as agent, a.assigned_at, a.resolved_now or a.resolved_theirs as resolved
      from (select a.* from ${counted} ${olderThan(after, part`a.assigned_at, a.id`)}
             order by a.assigned_at desc, a.id desc limit ${limit + 1}) a
      join conversations v on v.account_id = a.account_id and v.id = a.conversation_id
      join contacts k on k.account_id = v.account_id and k.id = v.contact_id
      join inboxes i on i.account_id = v.account_id and i.id = v.inbox_id
      join users u on u.id = a.assignee_id
     order by a.assigned_at desc, a.id desc`
}

/** Restricts rows to visible conversations, unless the caller sees everything. */
function joinVisible({ actor }: Context, row: Part): Part {
  if (actor.visibility === 'all') return emptyPart
  return part`join conversations c on c.account_id = ${row}.account_id and c.id = ${row}.conversation_id
    ${whereVisible(actor, part`c.assignee_id`, part`c.team_id`)}`
}

function inInbox(row: Part, inbox_id: string | undefined): Part {
  return inbox_id === undefined ? emptyPart : part`and ${row}.inbox_id = ${inbox_id}`
}
