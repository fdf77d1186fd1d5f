import { HILO } from '#contract/records/author.ts'
import { randomUUID } from 'node:crypto'
import { type TimedTrigger, timed_triggers } from '#contract/records/automation.ts'
import { joinParts, part, type Part, type Sql } from '#db/sql.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const BATCH_SIZE = 200
const RETENTION = '90 days'

/** Per timed trigger: the column with the start time, and the condition on the conversation. */
const timed_conditions: Record<TimedTrigger, { since: Part; holds: Part }> = {
  'conversation.waiting': { since: part`c.waiting_since`, holds: part`c.waiting_since is not null` },
  'conversation.no_reply': {
    since: part`c.awaiting_customer_since`,
    holds: part`c.awaiting_customer_since is not null and c.status <> 'resolved'`,
  },
  'conversation.idle': { since: part`c.idle_since`, holds: part`c.status in ('open', 'pending')` },
}

/** Condition that the state has not changed since. */
export function isStillDue(event: TimedTrigger, since: string): Part {
  const { since: column, holds } = timed_conditions[event]
  return part`and ${holds} and ${column} = ${since}::timestamptz`
}

/** When the next conversation falls due for a timed rule. */
export const nextDue = part`select min(r.at) as at from (${joinParts(timed_triggers.map(selectUpcoming), ' union all ')}) r`

/** Emits automation.due, once per conversation and rule. Safe to run on several nodes. */
export async function emitDue(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string; event: TimedTrigger }>`
    select r.account_id, r.id, r.event from (${joinParts(timed_triggers.map(selectUpcoming), ' union all ')}) r
     where r.at <= now() order by r.at limit ${BATCH_SIZE}`
  for (const { account_id, id, event } of due) {
    const actor = await loadSystemActor(runtime.database.sql, account_id, HILO)
    // A limited batch per rule, so others aren't delayed; the rest is due again immediately.
    await inTransaction(runtime, 'automations_due', actor, { request_id: randomUUID() }, (ctx) =>
      emitDueForRule(ctx, id, event),
    )
  }
}

/** Active rules of a trigger, with the time at which their next conversation falls due. */
function selectUpcoming(event: TimedTrigger): Part {
  const { since, holds } = timed_conditions[event]
  return part`
    select r.account_id, r.id, r.event, (
      select ${since} + make_interval(mins => r.minutes) from conversations c
       where c.account_id = r.account_id and ${holds} and (${since}, c.id) > (r.reached_at, r.reached_id)
       order by ${since}, c.id limit 1) as at
      from automation_rules r where r.event = ${event} and r.active and r.minutes is not null`
}

/** Locks the rule, so its events and its position are written together. */
async function emitDueForRule({ sql, actor, emit }: Context, rule_id: string, event: TimedTrigger): Promise<void> {
  const { since, holds } = timed_conditions[event]
  const [rule] = await sql<{ minutes: number; reached_at: string; reached_id: string }>`
    select minutes, reached_at, reached_id from automation_rules
     where account_id = ${actor.account.id} and id = ${rule_id} and event = ${event} and active for no key update skip locked`
  if (!rule) return
  const rows = await sql<{ id: string; since: string }>`
    select c.id, ${since} as since from conversations c
     where c.account_id = ${actor.account.id} and ${holds}
       and (${since}, c.id) > (${rule.reached_at}::timestamptz, ${rule.reached_id}::bigint)
       and ${since} <= now() - make_interval(mins => ${rule.minutes}::int)
     order by ${since}, c.id limit ${BATCH_SIZE}`
  const last = rows.at(-1)
  if (!last) return
  for (const { id, since } of rows) emit('automation.due', { rule_id, conversation_id: id, since })
  await sql`
    update automation_rules set reached_at = ${last.since}, reached_id = ${last.id}
     where account_id = ${actor.account.id} and id = ${rule_id}`
}

/** When the oldest run expires. */
export const nextRunExpiry = part`select min(created_at) + ${RETENTION}::interval as at from automation_runs`

export async function deleteOldRuns(sql: Sql): Promise<void> {
  await sql`
    delete from automation_runs where (account_id, id) in (
      select account_id, id from automation_runs where created_at <= now() - ${RETENTION}::interval limit 10000)`
}
