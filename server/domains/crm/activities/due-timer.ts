import { HILO } from '#contract/records/author.ts'
import { randomUUID } from 'node:crypto'
import { part } from '#db/sql.ts'
import * as activities from './store.ts'
import { loadSystemActor } from '#kernel/system-actor.ts'
import { inTransaction } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const BATCH = 200

/** Due time of the next scheduled activity. */
export const nextActivityDue = part`select min(remind_at) as at from activities where remind_at is not null`

/** Emits activity.due once for each activity that is due, even if two nodes run this at once. */
export async function emitDueActivities({ database, ...runtime }: Runtime): Promise<void> {
  const due = await database.sql<{ account_id: string; id: string }>`
    select account_id, id from activities where remind_at <= now() order by remind_at limit ${BATCH}`
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const actor = await loadSystemActor(database.sql, account_id, HILO)
    const ids = rows.map(({ id }) => id)
    await inTransaction({ database, ...runtime }, 'emit_due_activities', actor, { request_id: randomUUID() }, (ctx) =>
      emitDue(ctx, ids),
    )
  }
}

async function emitDue(ctx: Context, ids: readonly string[]): Promise<void> {
  const claimed = await ctx.sql<{ id: string }>`
    update activities set remind_at = null where account_id = ${ctx.actor.account.id} and id in (
      select id from activities where account_id = ${ctx.actor.account.id} and id = any(${ids}::bigint[]) and remind_at <= now()
       order by id for no key update skip locked) returning id`
  for (const { id } of claimed) {
    // Activities of records in the bin are skipped; restoring the record resets their reminders.
    const activity = await activities.find(ctx, id)
    if (activity) ctx.emit('activity.due', { activity })
  }
}
