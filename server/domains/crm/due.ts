import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/sql.ts'
import * as activities from '#domains/crm/activities.ts'
import { actAs } from '#kernel/act.ts'
import { within } from '#kernel/invoke.ts'
import type { Context } from '#kernel/operation.ts'
import type { Runtime } from '#kernel/runtime.ts'

const AT_ONCE = 200

/** When the next thing planned is due. */
export function nextActivityDue(sql: Sql): Promise<{ at: string | null }[]> {
  return sql`select min(remind_at) as at from activities where remind_at is not null`
}

/** Says of what is due now that it is, each once: two nodes may do it at once. */
export async function tellDueActivities({ database, ...runtime }: Runtime): Promise<void> {
  const due = await database.sql<{ account_id: string; id: string }>`
    select account_id, id from activities where remind_at <= now() order by remind_at limit ${AT_ONCE}`
  for (const [account_id, rows] of Map.groupBy(due, (row) => row.account_id)) {
    const actor = await actAs(database.sql, account_id, { type: 'system', id: null, name: 'Hilo' })
    const ids = rows.map(({ id }) => id)
    await within({ database, ...runtime }, 'tell_due_activities', actor, { request_id: randomUUID() }, (ctx) =>
      tell(ctx, ids),
    )
  }
}

async function tell(ctx: Context, ids: readonly string[]): Promise<void> {
  const taken = await ctx.sql<{ id: string }>`
    update activities set remind_at = null where account_id = ${ctx.actor.account.id} and id in (
      select id from activities where account_id = ${ctx.actor.account.id} and id = any(${ids}::bigint[]) and remind_at <= now()
       order by id for no key update skip locked) returning id`
  for (const { id } of taken) {
    // What is about a record in the bin is passed over, and said when that comes back.
    const activity = await activities.find(ctx, id)
    if (activity) ctx.emit('activity.due', { activity })
  }
}
