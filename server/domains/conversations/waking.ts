import { randomUUID } from 'node:crypto'
import { assignNext, ready, suits } from '#domains/conversations/assignment.ts'
import { announce, whenOpened } from '#domains/conversations/lifecycle.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { part, type Sql } from '#db/sql.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

/** When the next snoozed conversation is to wake. */
export function nextToWake(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(snoozed_until) as at from conversations where status = 'snoozed'`
}

/** Brings back the conversations whose time has come. Two nodes may do it at once: each conversation wakes once. */
export async function wakeSnoozed(runtime: Runtime): Promise<void> {
  // Many are to wake at nine in the morning, and none of them is to wait for the next look at the clock.
  while ((await wakeSome(runtime)) > 0);
}

/** Answers how many were woken. */
async function wakeSome(runtime: Runtime): Promise<number> {
  const due = await runtime.database.sql<Row & Sleep>`
    select account_id, id, snoozed_by_automation from conversations
     where status = 'snoozed' and snoozed_until <= now() order by snoozed_until limit ${AT_ONCE}`
  let woken = 0
  for (const rows of Map.groupBy(due, (row) => `${row.account_id} ${row.snoozed_by_automation}`).values()) {
    const ids = rows.map(({ id }) => id)
    woken += await wake(runtime, rows[0]!, ids)
  }
  return woken
}

/** Wakes them together, or else one by one: one that cannot be woken just now keeps none of the others asleep. */
async function wake(runtime: Runtime, sleep: Sleep, ids: readonly string[]): Promise<number> {
  const { account_id, snoozed_by_automation } = sleep
  // What an automation put to sleep it also wakes: else a rule could bring itself about by way of the clock.
  const type = snoozed_by_automation ? 'automation' : 'system'
  try {
    return await asHilo(runtime, account_id, 'wake_conversations', (ctx) => reopen(ctx, ids), type)
  } catch (err) {
    let woken = 0
    if (ids.length === 1) runtime.log.warn({ err, conversation_id: ids[0] }, 'a conversation could not be woken yet')
    else for (const id of ids) woken += await wake(runtime, sleep, [id])
    return woken
  }
}

/** Opens those whose time has come and that nobody else holds, and gives them to who is there. */
async function reopen(ctx: Context, ids: readonly string[]): Promise<number> {
  const held = await ctx.sql<{ id: string }>`
    select id from conversations where account_id = ${ctx.actor.account.id} and id = any(${ids}::bigint[])
       and status = 'snoozed' and snoozed_until <= now() and snoozed_by_automation = ${ctx.actor.type === 'automation'}
     order by id for no key update skip locked`
  const taken = part`and c.id = any(${held.map(({ id }) => id)}::bigint[])`
  const sleeping = await conversations.list(ctx, taken, { limit: held.length })
  const open = await Promise.all(
    sleeping.map((before) => conversations.update(ctx, before.id, rules.reopen(before, ctx.now)!)),
  )
  for (const [i, conversation] of open.entries()) {
    announce(ctx, sleeping[i]!, conversation)
    await whenOpened(ctx, sleeping[i], conversation)
  }
  return open.length
}

/** Now, when someone is there with room for a conversation nobody has. */
export function anyToAssign(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select now() as at from ${ready} where ${waiting} limit 1`
}

/** Gives conversations nobody has, the longest waiting first, to those who have come back or have room again. */
export async function assignWaiting(runtime: Runtime): Promise<void> {
  const inboxes = await runtime.database.sql<{ account_id: string; inbox_id: string }>`
    select distinct im.account_id, im.inbox_id from ${ready} where ${waiting} limit ${AT_ONCE}`
  // Only so many at a time: other timers wait for this one, and what is left is due again at once.
  let left = AT_ONCE
  for (const { account_id, inbox_id } of inboxes) {
    while (left-- > 0 && (await asHilo(runtime, account_id, 'assign_waiting', (ctx) => assignLongest(ctx, inbox_id))));
  }
}

async function assignLongest(ctx: Context, inbox_id: string): Promise<boolean> {
  const [held] = await ctx.sql<Row>`
    select c.account_id, c.id from conversations c
     where c.account_id = ${ctx.actor.account.id} and c.inbox_id = ${inbox_id} and c.status = 'open' and c.assignee_id is null
       and exists (select from ${ready} where ${suits})
     order by c.created_at limit 1 for no key update of c skip locked`
  if (!held) return false
  const conversation = await assignNext(ctx, await conversations.get(ctx, held.id))
  return conversation.assignee !== null
}

type Row = { account_id: string; id: string }
type Sleep = { account_id: string; snoozed_by_automation: boolean }

const waiting = part`exists (select from conversations c where c.status = 'open' and c.assignee_id is null and ${suits})`

/** Time itself acting in a workspace. */
export async function asHilo<T>(
  runtime: Runtime,
  account_id: string,
  name: string,
  run: (ctx: Context) => Promise<T>,
  type: 'system' | 'automation' = 'system',
): Promise<T> {
  const actor = await actAs(runtime.database.sql, account_id, { type, id: null, name: 'Hilo' })
  return within(runtime, name, actor, { request_id: randomUUID() }, run)
}
