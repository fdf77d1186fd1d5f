import type { Activity } from '#contract/records/crm.ts'
import { addDays, dayOf, startOfWeek } from '#contract/periods.ts'

export const groups = ['overdue', 'today', 'tomorrow', 'week', 'later'] as const
export type Group = (typeof groups)[number]

/** The group of a due time, by the days of the workspace's time zone. */
export function groupOf(due_at: string, now: Date, time_zone: string): Group {
  const due = new Date(due_at)
  if (due < now) return 'overdue'
  const today = dayOf(now, time_zone)
  const day = dayOf(due, time_zone)
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return day <= addDays(startOfWeek(today), 6) ? 'week' : 'later'
}

/** Activities by group, in display order and without empty groups. */
export function groupActivities(activities: readonly Activity[], now: Date, time_zone: string): [Group, Activity[]][] {
  const byGroup = Map.groupBy(activities, ({ due_at }) => groupOf(due_at ?? now.toISOString(), now, time_zone))
  return groups.flatMap((group) => (byGroup.has(group) ? [[group, byGroup.get(group)!]] : []))
}

/** Activities by due day, soonest first. */
export function groupByDay(activities: readonly Activity[], time_zone: string): Map<string, Activity[]> {
  const due = activities.filter(({ due_at }) => due_at !== null)
  const sorted = due.toSorted((one, other) => one.due_at!.localeCompare(other.due_at!))
  return Map.groupBy(sorted, ({ due_at }) => dayOf(new Date(due_at!), time_zone))
}
