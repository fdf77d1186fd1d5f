import type { Activity } from '#contract/records/crm.ts'
import { addDays, dayOf, startOfWeek } from '#contract/periods.ts'

export const groups = ['overdue', 'today', 'tomorrow', 'week', 'later'] as const
export type Group = (typeof groups)[number]

/** When something is to be done, seen from now, by the days of the workspace. */
export function groupOf(due_at: string, now: Date, time_zone: string): Group {
  const due = new Date(due_at)
  if (due < now) return 'overdue'
  const today = dayOf(now, time_zone)
  const day = dayOf(due, time_zone)
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return day <= addDays(startOfWeek(today), 6) ? 'week' : 'later'
}

/** Activities under their headings, each in its order; headings with nothing under them are left out. */
export function grouped(activities: readonly Activity[], now: Date, time_zone: string): [Group, Activity[]][] {
  const found = Map.groupBy(activities, ({ due_at }) => groupOf(due_at ?? now.toISOString(), now, time_zone))
  return groups.flatMap((group) => (found.has(group) ? [[group, found.get(group)!]] : []))
}

/** Activities by the day they are due, soonest first. */
export function byDay(activities: readonly Activity[], time_zone: string): Map<string, Activity[]> {
  const due = activities.filter(({ due_at }) => due_at !== null)
  const sorted = due.toSorted((one, other) => one.due_at!.localeCompare(other.due_at!))
  return Map.groupBy(sorted, ({ due_at }) => dayOf(new Date(due_at!), time_zone))
}
