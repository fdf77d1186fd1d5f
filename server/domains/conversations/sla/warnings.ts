import { part } from '#db/sql.ts'
import { inBatches, lockDue } from '#domains/conversations/sla/batches.ts'
import * as conversations from '#domains/conversations/store.ts'
import type { SlaTarget } from '#contract/records/quality.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

/** The next time people are warned of an SLA target. */
export const nextWarningAt = part`select min(sla_warn_at) as at from conversations where sla_warn_at is not null`

/** Warns of SLA targets about to be missed. Safe on several nodes at once: people are warned of each once. */
export function warnOfBreaches(runtime: Runtime): Promise<void> {
  return inBatches(runtime, { name: 'warn_of_slas', due: part`sla_warn_at`, run: warn })
}

/** Warns about conversations no other node has locked, and sets the next warning of each. */
async function warn(ctx: Context, ids: readonly string[]): Promise<number> {
  const account_id = ctx.actor.account.id
  const locked = await lockDue(ctx, ids, part`sla_warn_at`)
  const targets = await insertWarnings(ctx, locked)
  await ctx.sql`
    update conversations c set sla_warn_at = (select min(t.warn_at) from inboxes i, lateral ${targets_of} t
      where i.account_id = c.account_id and i.id = c.inbox_id and t.warn_at > now())
     where c.account_id = ${account_id} and c.id = any(${locked}::bigint[])`
  const which = part`and c.id = any(${targets.map(({ conversation_id }) => conversation_id)}::bigint[])`
  const waiting = targets.length > 0 ? await conversations.list(ctx, which, { limit: targets.length }) : []
  const byId = new Map(waiting.map((conversation) => [conversation.id, conversation]))
  for (const { conversation_id, ...sla_target } of targets)
    ctx.emit('sla.due_soon', { conversation: byId.get(conversation_id)!, sla_target })
  return locked.length
}

const targets_of = part`sla_targets(i.business_hours, i.sla, c.priority, c.status, c.opened_at, c.waiting_since, c.first_reply_at)`

/** One warning per waiting period, even if the target changes meanwhile; none for a target missed already. */
function insertWarnings(ctx: Context, ids: readonly string[]) {
  return ctx.sql<SlaTarget & { conversation_id: string }>`
    insert into sla_warnings (account_id, conversation_id, kind, due_at, warned_at)
    select c.account_id, c.id, t.kind, t.due_at, now()
      from conversations c join inboxes i on i.account_id = c.account_id and i.id = c.inbox_id, lateral ${targets_of} t
     where c.account_id = ${ctx.actor.account.id} and c.id = any(${ids}::bigint[]) and t.warn_at <= now() and t.due_at > now()
       and not exists (select from sla_warnings w where w.account_id = c.account_id and w.conversation_id = c.id
                          and w.kind = t.kind and w.due_at > t.since)
     order by t.due_at, c.id
    on conflict do nothing returning conversation_id, kind, due_at`
}
