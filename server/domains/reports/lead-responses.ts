import type { Activity, Lead } from '#contract/records/crm.ts'
import type { Range } from '#contract/report-periods.ts'
import { nothing, part, type Part } from '#db/sql.ts'
import { seen, url } from '#domains/crm/shape.ts'
import { ofPipeline, within } from '#domains/reports/deals.ts'
import type { Tally } from '#domains/reports/lead-response-rules.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { pick } from '#domains/workspace/reference.ts'
import type { Context } from '#kernel/operation.ts'
import { folded } from '#kernel/reference.ts'

/** Whose leads, where that is asked: somebody's by id, or with null nobody's. */
export type Scope = {
  pipeline_id?: string | undefined
  agent_id?: string | null | undefined
  sources?: readonly string[] | undefined
}

/** Whom a report means by a name, an e-mail or an id; null where it means nobody. Who has left is still asked for. */
export async function findOwner(ctx: Context, owner_name: string | undefined): Promise<string | null | undefined> {
  if (owner_name === undefined) return undefined
  const nobody = [wordsIn('es'), wordsIn('en')].map(({ unassigned }) => folded(unassigned))
  if (nobody.includes(folded(owner_name))) return null
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

/** The sources of leads in the range that have this in them. There are few, so that only those are spelt out, and not every lead's. */
export async function findSources(
  ctx: Context,
  wanted: string | undefined,
  range: Range,
): Promise<string[] | undefined> {
  if (!wanted?.trim()) return undefined
  const rows = await ctx.sql<{ source: string }>`
    with s as materialized (
      select distinct l.source from leads l
       where l.account_id = ${ctx.actor.account.id} ${seen(ctx, part`l`)} ${within(part`l.created_at`, range)})
    select s.source from s where strpos(fold(s.source), fold(${wanted.trim()})) > 0`
  return rows.map(({ source }) => source)
}

/** A lead (`l`) is attributed to its owner, else to whoever has its conversation, which is only then looked at. */
const agent_id = part`coalesce(l.owner_id, (
  select c.assignee_id from conversations c where c.account_id = r.account_id and c.id = r.conversation_id))`

/** Leads that were made in the range and the caller may see, with what became of them (`r`). */
function from(ctx: Context, { pipeline_id, agent_id: agent, sources }: Scope, range: Range): Part {
  const owned = agent === null ? part`and ${agent_id} is null` : part`and ${agent_id} = ${agent}`
  return part`
    from leads l
    left join lead_responses r on r.account_id = l.account_id and r.lead_id = l.id
   where l.account_id = ${ctx.actor.account.id} ${seen(ctx, part`l`)} ${within(part`l.created_at`, range)} ${ofPipeline(part`l`, pipeline_id)}
     ${agent === undefined ? nothing : owned} ${sources === undefined ? nothing : part`and l.source = any(${sources}::text[])`}`
}

type Named = { id: string; name: string }
export type Tallied = Tally & { is_all: boolean; agent: Named | null }

/** What was counted of each agent's leads, most leads first, and of all of them. */
export function tally(ctx: Context, scope: Scope, range: Range): Promise<Tallied[]> {
  return ctx.sql<Tallied>`
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
          from (select ${agent_id} as agent_id, r.conversation_id, r.seconds, r.customer_replied_at ${from(ctx, scope, range)}) x
         group by grouping sets ((x.agent_id), ())) t
      left join users u on u.id = t.agent_id
     order by t.total desc, lower(u.name), u.id`
}

export type Answered = Pick<Lead, 'id' | 'name' | 'url' | 'created_at' | 'source' | 'status'> & {
  pipeline: Named
  agent: Named | null
  replied_by: Named | null
  clock_started_at: string
  first_human_reply_at: string | null
  seconds: number | null
  customer_replied_after: boolean
  no_conversation: boolean
  first_touch: { type: Activity['type']; at: string; by: Named } | null
}

/** The newest of them, one by one. */
export function list(ctx: Context, scope: Scope, range: Range, limit: number): Promise<Answered[]> {
  const named = (of: Part) =>
    part`case when ${of}.id is not null then jsonb_build_object('id', ${of}.id::text, 'name', ${of}.name) end`
  return ctx.sql<Answered>`
    select l.id, l.name, ${url(ctx, 'leads', part`l.id`)} as url, l.created_at, l.source, l.status, ${named(part`p`)} as pipeline,
           ${named(part`u`)} as agent, ${named(part`w`)} as replied_by, coalesce(l.started_at, l.created_at) as clock_started_at,
           l.replied_at as first_human_reply_at, l.seconds, l.customer_replied_at is not null as customer_replied_after,
           l.conversation_id is null as no_conversation, t.first_touch
      from (
        select l.account_id, l.id, l.name, l.created_at, l.source, l.status, l.pipeline_id, ${agent_id} as agent_id, r.conversation_id,
               r.started_at, r.replied_at, r.replied_by, r.seconds, r.customer_replied_at ${from(ctx, scope, range)}
         order by l.created_at desc, l.id desc limit ${limit}) l
      join pipelines p on p.account_id = l.account_id and p.id = l.pipeline_id
      left join users u on u.id = l.agent_id
      left join users w on w.id = l.replied_by
      left join lateral (${firstTouch(ctx)}) t on true
     order by l.created_at desc, l.id desc`
}

/**
 * The first call or meeting of a lead (`l`) that a person did: when it was marked done, or written down where it was never
 * planned. What was planned for a lead goes on with what it was converted into, as far as the caller may see that.
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
             where o.account_id = l.account_id and o.lead_id = l.id ${seen(ctx, part`o`)}) a
         where a.type in ('call', 'meeting')) d
     where d.at is not null and d.by ->> 'type' = 'user'
     order by d.at, d.id limit 1`
}
