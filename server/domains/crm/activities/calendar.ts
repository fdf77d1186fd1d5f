import type { Activity } from '#contract/records/crm.ts'
import { part } from '#db/sql.ts'
import * as activities from './store.ts'
import type { Context } from '#kernel/operation.ts'

const PAST = '30 days'
const FUTURE = '365 days'
const MAX_ACTIVITIES = 1000
export const MOST_DUE = 100

/** The caller's open activities around now, soonest first. */
export async function listPlanned(ctx: Context): Promise<Activity[]> {
  const soon = part`and a.due_at < ${ctx.now}::timestamptz + ${FUTURE}::interval`
  const rows = await activities.list(ctx, part`${isOpen(ctx)} ${soon}`, part`a.due_at, a.id`, MAX_ACTIVITIES)
  return rows.slice(0, MAX_ACTIVITIES)
}

/** The number of those that are overdue or due today. */
export function countDue(ctx: Context): Promise<number> {
  const zone = ctx.actor.account.time_zone
  const tomorrow = part`(date_trunc('day', ${ctx.now}::timestamptz at time zone ${zone}) + interval '1 day') at time zone ${zone}`
  return activities.count(ctx, part`${isOpen(ctx)} and a.due_at < ${tomorrow}`, MOST_DUE)
}

const isOpen = ({ actor, now }: Context) => part`
  and a.assignee_id = ${actor.user_id} and a.completed_at is null and a.due_at >= ${now}::timestamptz - ${PAST}::interval`
