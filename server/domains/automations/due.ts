import { randomUUID } from 'node:crypto'
import { type TimedTrigger, timed_triggers } from '#contract/records/automation.ts'
import { joined, part, type Part, type Sql } from '#db/sql.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200
const RUNS_KEPT = '90 days'

/** For each thing time brings about: since when it has been so, and for which conversations it is. */
const anchors: Record<TimedTrigger, { since: Part; holds: Part }> = {
  'conversation.waiting': { since: part`c.waiting_since`, holds: part`c.waiting_since is not null` },
  'conversation.no_reply': {
    since: part`c.awaiting_customer_since`,
    holds: part`c.awaiting_customer_since is not null and c.status <> 'resolved'`,
  },
  'conversation.idle': { since: part`c.idle_since`, holds: part`c.status in ('open', 'pending')` },
}

/** Whether it has been so all the time since. */
export function unbroken(event: TimedTrigger, since: string): Part {
  const { since: column, holds } = anchors[event]
  return part`and ${holds} and ${column} = ${since}::timestamptz`
}

/** When the next conversation falls due for a rule that looks at the clock. */
export function nextDue(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(r.at) as at from (${joined(timed_triggers.map(upcoming), ' union all ')}) r`
}

/** Tells of what has fallen due, each conversation once for each rule. Two nodes may do it at once. */
export async function tellDue(runtime: Runtime): Promise<void> {
  const due = await runtime.database.sql<{ account_id: string; id: string; event: TimedTrigger }>`
    select r.account_id, r.id, r.event from (${joined(timed_triggers.map(upcoming), ' union all ')}) r
     where r.at <= now() order by r.at limit ${AT_ONCE}`
  for (const { account_id, id, event } of due) {
    const hilo = { type: 'system', id: null, name: 'Hilo' } as const
    const actor = await actAs(runtime.database.sql, account_id, hilo)
    // Only so many of each rule at a time: others wait, and what is left is due again at once.
    await within(runtime, 'automations_due', actor, { request_id: randomUUID() }, (ctx) => tellSome(ctx, id, event))
  }
}

/** The active rules of a kind, with the moment at which the next conversation they have not seen falls due. */
function upcoming(event: TimedTrigger): Part {
  const { since, holds } = anchors[event]
  return part`
    select r.account_id, r.id, r.event, (
      select ${since} + make_interval(mins => r.minutes) from conversations c
       where c.account_id = r.account_id and ${holds} and (${since}, c.id) > (r.reached_at, r.reached_id)
       order by ${since}, c.id limit 1) as at
      from automation_rules r where r.event = ${event} and r.active and r.minutes is not null`
}

/** The rule is held while it moves on, so that what is told and how far it has come are written together. */
async function tellSome({ sql, actor, emit }: Context, rule_id: string, event: TimedTrigger): Promise<void> {
  const { since, holds } = anchors[event]
  const [rule] = await sql<{ minutes: number; reached_at: string; reached_id: string }>`
    select minutes, reached_at, reached_id from automation_rules
     where account_id = ${actor.account.id} and id = ${rule_id} and event = ${event} and active for no key update skip locked`
  if (!rule) return
  const rows = await sql<{ id: string; since: string }>`
    select c.id, ${since} as since from conversations c
     where c.account_id = ${actor.account.id} and ${holds}
       and (${since}, c.id) > (${rule.reached_at}::timestamptz, ${rule.reached_id}::bigint)
       and ${since} <= now() - make_interval(mins => ${rule.minutes}::int)
     order by ${since}, c.id limit ${AT_ONCE}`
  const last = rows.at(-1)
  if (!last) return
  for (const { id, since } of rows) emit('automation.due', { rule_id, conversation_id: id, since })
  await sql`
    update automation_rules set reached_at = ${last.since}, reached_id = ${last.id}
     where account_id = ${actor.account.id} and id = ${rule_id}`
}

/** When the oldest run is to be forgotten. */
export function nextToForget(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(created_at) + ${RUNS_KEPT}::interval as at from automation_runs`
}

export async function forgetRuns(sql: Sql): Promise<void> {
  await sql`
    delete from automation_runs where (account_id, id) in (
      select account_id, id from automation_runs where created_at <= now() - ${RUNS_KEPT}::interval limit 10000)`
}
