import type { Activity } from '#contract/records/crm.ts'
import { part } from '#db/sql.ts'
import * as activities from './store.ts'
import type { Context } from '#kernel/operation.ts'

const PAST = '30 days'
const FUTURE = '365 days'
const MAX_ACTIVITIES = 1000

/** The caller's open activities around now, soonest first. */
export async function listPlanned(ctx: Context): Promise<Activity[]> {
  const inRange = part`and a.due_at >= ${ctx.now}::timestamptz - ${PAST}::interval and a.due_at < ${ctx.now}::timestamptz + ${FUTURE}::interval`
  const open = part`and a.assignee_id = ${ctx.actor.user_id} and a.completed_at is null`
  const rows = await activities.list(ctx, part`${open} ${inRange}`, part`a.due_at, a.id`, MAX_ACTIVITIES)
  return rows.slice(0, MAX_ACTIVITIES)
}
