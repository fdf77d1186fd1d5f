import type { SlaBreach } from '#contract/records/quality.ts'
import { part, type Part, type Sql } from '#db/sql.ts'
import * as conversations from '#domains/conversations/store.ts'
import { asHilo } from '#domains/conversations/waking.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

/** When the next promise to a customer runs out. */
export function nextBreach(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(sla_due_at) as at from conversations where sla_due_at is not null`
}

/** Tells of the promises that were not kept. Two nodes may do it at once: each is told once. */
export async function breachSlas(runtime: Runtime): Promise<void> {
  while ((await breachSome(runtime)) > 0);
}

/** Answers how many conversations were looked at. */
async function breachSome(runtime: Runtime): Promise<number> {
  const due = await runtime.database.sql<{ account_id: string; id: string }>`
    select account_id, id from conversations where sla_due_at <= now() order by sla_due_at limit ${AT_ONCE}`
  let done = 0
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const ids = rows.map(({ id }) => id)
    done += await breach(runtime, account_id, ids)
  }
  return done
}

/** Together, or else one by one: one that fails just now keeps none of the others waiting. */
export async function breach(runtime: Runtime, account_id: string, ids: readonly string[]): Promise<number> {
  try {
    return await asHilo(runtime, account_id, 'breach_slas', (ctx) => tell(ctx, ids))
  } catch (err) {
    let done = 0
    if (ids.length === 1) runtime.log.warn({ err, conversation_id: ids[0] }, 'a missed promise could not be told yet')
    else for (const id of ids) done += await breach(runtime, account_id, [id])
    return done
  }
}

/** Notes what is overdue in those that nobody else holds, and sets each to what is due next. */
async function tell(ctx: Context, ids: readonly string[]): Promise<number> {
  const account_id = ctx.actor.account.id
  const held = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${account_id} and id = any(${ids}::bigint[]) and sla_due_at <= now()
     order by id for no key update skip locked`
  const taken = held.map(({ id }) => id)
  const missed = await note(ctx, taken)
  await ctx.sql`
    update conversations c set sla_due_at = (select min(d.due_at) from ${dues} where d.due_at > now())
     where c.account_id = ${account_id} and c.id = any(${taken}::bigint[])`
  const which = part`and c.id = any(${missed.map(({ conversation_id }) => conversation_id)}::bigint[])`
  const late = missed.length > 0 ? await conversations.list(ctx, which, { limit: missed.length }) : []
  const byId = new Map(late.map((conversation) => [conversation.id, conversation]))
  for (const sla_breach of missed)
    ctx.emit('sla.breached', { conversation: byId.get(sla_breach.conversation_id)!, sla_breach })
  return taken.length
}

/** What is due in a conversation, and since when it is waited for. */
const dues = part`(values
  ('first_response', c.first_response_due_at, c.waiting_since),
  ('next_response', c.next_response_due_at, c.waiting_since),
  ('resolution', c.resolution_due_at, c.opened_at)) as d (kind, due_at, since)`

/** Who waits is kept waiting too long once, though the promise to them may change meanwhile. */
function note(ctx: Context, ids: readonly string[]): Promise<SlaBreach[]> {
  return ctx.sql<SlaBreach>`
    with r as (
      insert into sla_breaches (account_id, conversation_id, inbox_id, kind, priority, assignee_id, team_id, due_at, breached_at)
      select c.account_id, c.id, c.inbox_id, d.kind, c.priority, c.assignee_id, c.team_id, d.due_at, now()
        from conversations c, lateral ${dues}
       where c.account_id = ${ctx.actor.account.id} and c.id = any(${ids}::bigint[]) and d.due_at <= now()
         and not exists (select from sla_breaches b where b.account_id = c.account_id and b.conversation_id = c.id
                            and b.kind = d.kind and b.due_at > d.since)
       order by d.due_at, c.id
      on conflict do nothing returning *
    ) select ${columns} from r ${joins} order by r.due_at, r.id`
}

/** Promises that were not kept, in conversations the caller may see, newest first, and one more than asked for. */
export function listBreaches(
  ctx: Context,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<SlaBreach[]> {
  return ctx.sql<SlaBreach>`
    select ${columns} from (
      select r.* from sla_breaches r join conversations c on c.account_id = r.account_id and c.id = r.conversation_id
       where r.account_id = ${ctx.actor.account.id} ${conversations.seen(ctx)} ${met} ${olderThan(after, part`r.breached_at, r.id`)}
       order by r.breached_at desc, r.id desc limit ${limit + 1}) r ${joins}
     order by r.breached_at desc, r.id desc`
}

const columns = part`
  r.id, r.conversation_id, r.kind, r.priority, jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
  case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as assignee,
  case when t.id is not null then jsonb_build_object('id', t.id::text, 'name', t.name) end as team,
  r.due_at, r.breached_at`

const joins = part`
  join inboxes i on i.account_id = r.account_id and i.id = r.inbox_id
  left join users u on u.id = r.assignee_id
  left join teams t on t.account_id = r.account_id and t.id = r.team_id`
