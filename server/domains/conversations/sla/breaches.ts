import type { SlaBreach } from '#contract/records/quality.ts'
import { part, type Part } from '#db/sql.ts'
import { inBatches, lockDue } from '#domains/conversations/sla/batches.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { Context } from '#kernel/operation.ts'
import { olderThan } from '#kernel/paging.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** The next time an SLA target is due. */
export const nextBreachAt = part`select min(sla_due_at) as at from conversations where sla_due_at is not null`

const work = { name: 'breach_slas', due: part`sla_due_at`, run: recordOverdue }

/** Records due SLA breaches. Safe on several nodes at once: each breach is recorded once. */
export function recordDueBreaches(runtime: Runtime): Promise<void> {
  return inBatches(runtime, work)
}

/** Records the breaches of conversations no other node has locked, and sets the next due time of each. */
export async function recordOverdue(ctx: Context, ids: readonly string[]): Promise<number> {
  const account_id = ctx.actor.account.id
  const locked = await lockDue(ctx, ids, part`sla_due_at`)
  const missed = await insertBreaches(ctx, locked)
  await ctx.sql`
    update conversations c set sla_due_at = (select min(d.due_at) from ${dues} where d.due_at > now())
     where c.account_id = ${account_id} and c.id = any(${locked}::bigint[])`
  const which = part`and c.id = any(${missed.map(({ conversation_id }) => conversation_id)}::bigint[])`
  const late = missed.length > 0 ? await conversations.list(ctx, which, { limit: missed.length }) : []
  const byId = new Map(late.map((conversation) => [conversation.id, conversation]))
  for (const sla_breach of missed)
    ctx.emit('sla.breached', { conversation: byId.get(sla_breach.conversation_id)!, sla_breach })
  return locked.length
}

/** Due times of a conversation, and the start of each waiting period. */
const dues = part`(values
  ('first_response', c.first_response_due_at, c.waiting_since),
  ('next_response', c.next_response_due_at, c.waiting_since),
  ('resolution', c.resolution_due_at, c.opened_at)) as d (kind, due_at, since)`

/** Inserts one breach per waiting period, even if the target changes meanwhile. */
function insertBreaches(ctx: Context, ids: readonly string[]): Promise<SlaBreach[]> {
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

/** SLA breaches of conversations the caller may see, newest first, one more than the limit. */
export function listBreaches(
  ctx: Context,
  met: Part,
  after: string[] | undefined,
  limit: number,
): Promise<SlaBreach[]> {
  return ctx.sql<SlaBreach>`
    select ${columns} from (
      select r.* from ${visibleBreaches(ctx)} ${met} ${olderThan(after, part`r.breached_at, r.id`)}
       order by r.breached_at desc, r.id desc limit ${limit + 1}) r ${joins}
     order by r.breached_at desc, r.id desc`
}

/** SLA breaches (`r`) of conversations the caller may see. */
export function visibleBreaches(ctx: Context): Part {
  return part`sla_breaches r join conversations c on c.account_id = r.account_id and c.id = r.conversation_id
    where r.account_id = ${ctx.actor.account.id} ${conversations.visibleTo(ctx)}`
}

const columns = part`
  r.id, r.conversation_id, jsonb_build_object('id', k.id::text, 'name', k.name) as contact, r.kind, r.priority,
  jsonb_build_object('id', i.id::text, 'name', i.name) as inbox,
  case when u.id is not null then jsonb_build_object('id', u.id::text, 'name', u.name) end as assignee,
  case when t.id is not null then jsonb_build_object('id', t.id::text, 'name', t.name) end as team,
  r.due_at, r.breached_at`

const joins = part`
  join conversations v on v.account_id = r.account_id and v.id = r.conversation_id
  join contacts k on k.account_id = v.account_id and k.id = v.contact_id
  join inboxes i on i.account_id = r.account_id and i.id = r.inbox_id
  left join users u on u.id = r.assignee_id
  left join teams t on t.account_id = r.account_id and t.id = r.team_id`
