import type { activity_types, Lead } from '#contract/records/crm.ts'
import type { Range } from '#contract/report-periods.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import { meansSource } from '#domains/crm/leads/sources.ts'
import { visibleTo, appUrl } from '#domains/crm/records/columns.ts'
import { inRange } from '#domains/reports/date-range.ts'
import { inPipeline } from '#domains/reports/sales/deals.ts'
import type { Tally } from './rules.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { pick } from '#domains/workspace/pick.ts'
import type { Context } from '#kernel/operation.ts'
import { fold } from '#kernel/filters/reference.ts'

/** Limits the report; agent_id null means unassigned leads. */
export type Scope = {
  pipeline_id?: string | undefined
  agent_id?: string | null | undefined
  sources?: readonly string[] | undefined
}

/** Agent id for a name, e-mail or id, also of former members; null for unassigned. */
export async function findOwner(ctx: Context, owner_name: string | undefined): Promise<string | null | undefined> {
  if (owner_name === undefined) return undefined
  const unassigned_labels = [labelsIn('es'), labelsIn('en')].map(({ unassigned }) => fold(unassigned))
  if (unassigned_labels.includes(fold(owner_name))) return null
  const people = await ctx.sql<{ id: string; name: string; email: string }>`
    select u.id, u.name, u.email from memberships m join users u on u.id = m.user_id
     where m.account_id = ${ctx.actor.account.id} order by lower(u.name), u.id`
  return pick(people, { name: owner_name }, kind).id
}

const kind = {
  what: 'agent',
  fields: ['owner_name', 'owner_name'],
  names: (each: { name: string; email: string }) => [each.name, each.email],
} as const

/** Lead sources in the range that contain the text or name the same origin. There are few, so the folding runs on them and not on every lead. */
export async function findSources(ctx: Context, text: string | undefined, range: Range): Promise<string[] | undefined> {
  if (!text?.trim()) return undefined
  const rows = await ctx.sql<{ source: string }>`
    with s as materialized (
      select distinct l.source from leads l
       where l.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`l`)} ${inRange(part`l.created_at`, range)})
    select s.source from s where ${meansSource(part`s.source`, text.trim())}`
  return rows.map(({ source }) => source)
}

/** A lead (`l`) belongs to its owner, otherwise to the assignee of its conversation, which is read only then. */
const agent_id = part`coalesce(l.owner_id, (
  select c.assignee_id from conversations c where c.account_id = r.account_id and c.id = r.conversation_id))`

/** From clause of the visible leads created in the range, with their response (`r`). */
function fromLeads(ctx: Context, { pipeline_id, agent_id: agent, sources }: Scope, range: Range): Part {
  const owned = agent === null ? part`and ${agent_id} is null` : part`and ${agent_id} = ${agent}`
  return part`
    from leads l
    left join lead_responses r on r.account_id = l.account_id and r.lead_id = l.id
   where l.account_id = ${ctx.actor.account.id} ${visibleTo(ctx, part`l`)} ${inRange(part`l.created_at`, range)} ${inPipeline(part`l`, pipeline_id)}
     ${agent === undefined ? emptyPart : owned} ${sources === undefined ? emptyPart : part`and l.source = any(${sources}::text[])`}`
}

type NamedRecord = { id: string; name: string }
export type AgentTally = Tally & { is_all: boolean; agent: NamedRecord | null }

/** Response figures per agent, most leads first, and of all leads together. */
export function listTallies(ctx: Context, scope: Scope, range: Range): Promise<AgentTally[]> {
  return ctx.sql<AgentTally>`
    select t.*, case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as agent
      from (
        select x.agent_id, grouping(x.agent_id) = 1 as is_all, count(*)::int as total, (count(*) - count(x.conversation_id))::int as no_conversation,
               count(x.seconds)::int as contacted, coalesce(sum(x.seconds), 0)::float8 as seconds,
               percentile_cont(0.5) within group (order by x.seconds) as median_seconds,
               percentile_disc(0.9) within group (order by x.seconds) as p90_seconds,
               count(x.customer_replied_at)::int as customer_replied,
               array[count(*) filter (where x.seconds <= 300), count(*) filter (where x.seconds > 300 and x.seconds <= 900),
                     count(*) filter (where x.seconds > 900 and x.seconds <= 3600), count(*) filter (where x.seconds > 3600 and x.seconds <= 86400),
                     count(*) filter (where x.seconds > 86400)]::int[] as within
          from (select ${agent_id} as agent_id, r.conversation_id, r.seconds, r.customer_replied_at ${fromLeads(ctx, scope, range)}) x
         group by grouping sets ((x.agent_id), ())) t
      left join users u on u.id = t.agent_id
     order by t.total desc, lower(u.name), u.id`
}

export type LeadResponse = Pick<Lead, 'id' | 'name' | 'url' | 'created_at' | 'source' | 'status'> & {
  pipeline: NamedRecord
  agent: NamedRecord | null
  replied_by: NamedRecord | null
  clock_started_at: string
  first_human_reply_at: string | null
  seconds: number | null
  customer_replied_after: boolean
  no_conversation: boolean
  first_touch: { type: (typeof activity_types)[number]; at: string; by: NamedRecord } | null
}

/** The newest leads with their responses. */
export function list(ctx: Context, scope: Scope, range: Range, limit: number): Promise<LeadResponse[]> {
  const named = (of: Part) =>
    part`case when ${of}.id is not null then jsonb_build_object('id', ${of}.id::text, 'name', ${of}.name) end`
  return ctx.sql<LeadResponse>`
    select l.id, l.name, ${appUrl(ctx, 'leads', part`l.id`)} as url, l.created_at, l.source, l.status, ${named(part`p`)} as pipeline,
           ${named(part`u`)} as agent, ${named(part`w`)} as replied_by, coalesce(l.started_at, l.created_at) as clock_started_at,
           l.replied_at as first_human_reply_at, l.seconds, l.customer_replied_at is not null as customer_replied_after,
           l.conversation_id is null as no_conversation, t.first_touch
      from (
        select l.account_id, l.id, l.name, l.created_at, l.source, l.status, l.pipeline_id, ${agent_id} as agent_id, r.conversation_id,
               r.started_at, r.replied_at, r.replied_by, r.seconds, r.customer_replied_at ${fromLeads(ctx, scope, range)}
         order by l.created_at desc, l.id desc limit ${limit}) l
      join pipelines p on p.account_id = l.account_id and p.id = l.pipeline_id
      left join users u on u.id = l.agent_id
      left join users w on w.id = l.replied_by
      left join lateral (${firstTouch(ctx)}) t on true
     order by l.created_at desc, l.id desc`
}

/**
 * The first call or meeting by a person for a lead (`l`): when it was completed or, if never scheduled, recorded. Activities
 * of a converted lead continue on its opportunity, as far as the caller may see that.
 */
function firstTouch(ctx: Context): Part {
  return part`
    select jsonb_build_object('type', d.type, 'at', iso(d.at), 'by', jsonb_build_object('id', d.by ->> 'id', 'name', d.by ->> 'name')) as first_touch
      from (
        select a.id, a.type, case when a.due_at is null then a.created_at else a.completed_at end as at,
               case when a.due_at is null then a.author else a.completed_by end as by
          from (
            select a.* from activities a where a.account_id = l.account_id and a.lead_id = l.id
            union all
            select a.* from opportunities o join activities a on a.account_id = o.account_id and a.opportunity_id = o.id
             where o.account_id = l.account_id and o.lead_id = l.id ${visibleTo(ctx, part`o`)}) a
         where a.type in ('call', 'meeting')) d
     where d.at is not null and d.by ->> 'type' = 'user'
     order by d.at, d.id limit 1`
}
