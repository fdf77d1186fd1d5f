import type { Activity } from '#contract/records/crm.ts'
import { part } from '#db/sql.ts'
import * as activities from '#domains/crm/activities.ts'
import type { Context } from '#kernel/operation.ts'

const BACK = '30 days'
const AHEAD = '365 days'
const MOST = 1000

/** What the caller has to do and has not done, around now, soonest first. */
export async function planned(ctx: Context): Promise<Activity[]> {
  const near = part`and a.due_at >= ${ctx.now}::timestamptz - ${BACK}::interval and a.due_at < ${ctx.now}::timestamptz + ${AHEAD}::interval`
  const open = part`and a.assignee_id = ${ctx.actor.user_id} and a.completed_at is null`
  const rows = await activities.list(ctx, part`${open} ${near}`, part`a.due_at, a.id`, MOST)
  return rows.slice(0, MOST)
}
