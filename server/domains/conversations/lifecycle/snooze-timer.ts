import { assignNext, available_members, is_eligible } from '#domains/conversations/assignment.ts'
import { emitStatusChange, assignWhenOpened } from './status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { part } from '#db/sql.ts'
import { runAsSystem } from '#kernel/system-actor.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

/** The next time a snoozed conversation is due to reopen. */
export const nextReopenAt = part`select min(snoozed_until) as at from conversations where status = 'snoozed'`

/** Reopens due snoozed conversations. Safe on several nodes at once: each conversation reopens once. */
export async function reopenSnoozed(runtime: Runtime): Promise<void> {
  // Many are due at the same minute, such as 9:00; none should wait for the next tick of the timer.
  while ((await reopenSome(runtime)) > 0);
}

/** Reopens one batch and returns how many conversations were reopened. */
async function reopenSome(runtime: Runtime): Promise<number> {
  const due = await runtime.database.sql<Row & Snooze>`
    select account_id, id, snoozed_by_automation from conversations
     where status = 'snoozed' and snoozed_until <= now() order by snoozed_until limit ${AT_ONCE}`
  let reopened = 0
  for (const rows of Map.groupBy(due, (row) => `${row.account_id} ${row.snoozed_by_automation}`).values()) {
    const ids = rows.map(({ id }) => id)
    reopened += await reopenAll(runtime, rows[0]!, ids)
  }
  return reopened
}

/** Reopens them in one transaction, or one by one if that fails, so that a failing one does not block the others. */
async function reopenAll(runtime: Runtime, snooze: Snooze, ids: readonly string[]): Promise<number> {
  const { account_id, snoozed_by_automation } = snooze
  // A snooze set by an automation also ends as one, so that a rule cannot trigger itself through the timer.
  const type = snoozed_by_automation ? 'automation' : 'system'
  try {
    return await runAsSystem(runtime, account_id, 'reopen_snoozed', (ctx) => reopen(ctx, ids), type)
  } catch (err) {
    let reopened = 0
    if (ids.length === 1)
      runtime.log.warn({ err, conversation_id: ids[0] }, 'a snoozed conversation could not be reopened yet')
    else for (const id of ids) reopened += await reopenAll(runtime, snooze, [id])
    return reopened
  }
}

/** Reopens the due conversations that no other node has locked, and assigns them. */
async function reopen(ctx: Context, ids: readonly string[]): Promise<number> {
  const locked = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${ctx.actor.account.id} and id = any(${ids}::bigint[])
       and status = 'snoozed' and snoozed_until <= now() and snoozed_by_automation = ${ctx.actor.type === 'automation'}
     order by id for no key update skip locked`
  const is_locked = part`and c.id = any(${locked.map(({ id }) => id)}::bigint[])`
  const snoozed = await conversations.list(ctx, is_locked, { limit: locked.length })
  const open = await Promise.all(
    snoozed.map((before) => conversations.update(ctx, before.id, rules.reopen(before, ctx.now)!)),
  )
  for (const [i, conversation] of open.entries()) {
    emitStatusChange(ctx, snoozed[i]!, conversation)
    await assignWhenOpened(ctx, snoozed[i], conversation)
  }
  return open.length
}

const waiting = part`exists (select from conversations c where c.status = 'open' and c.assignee_id is null and ${is_eligible})`

/** Now if an unassigned conversation can be assigned, otherwise null. */
export const nextAssignmentAt = part`select now() as at from ${available_members} where ${waiting} limit 1`

/** Assigns unassigned conversations, oldest first, to members who are online again or have free capacity. */
export async function assignWaiting(runtime: Runtime): Promise<void> {
  const inboxes = await runtime.database.sql<{ account_id: string; inbox_id: string }>`
    select distinct im.account_id, im.inbox_id from ${available_members} where ${waiting} limit ${AT_ONCE}`
  // Bounded, because other timers wait for this one; the rest is due again at once.
  let left = AT_ONCE
  for (const { account_id, inbox_id } of inboxes) {
    while (
      left-- > 0 &&
      (await runAsSystem(runtime, account_id, 'assign_waiting', (ctx) => assignLongestWaiting(ctx, inbox_id)))
    );
  }
}

async function assignLongestWaiting(ctx: Context, inbox_id: string): Promise<boolean> {
  const [longest] = await ctx.sql<Row>`
    select c.account_id, c.id from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.inbox_id = ${inbox_id} and c.status = 'open' and c.assignee_id is null
       and exists (select from ${available_members} where ${is_eligible})
     order by c.created_at limit 1 for no key update of c skip locked`
  if (!longest) return false
  const conversation = await assignNext(ctx, await conversations.get(ctx, longest.id))
  return conversation.assignee !== null
}

type Row = { account_id: string; id: string }
type Snooze = { account_id: string; snoozed_by_automation: boolean }
