import { addDays, dayOf, startOfDay } from '#contract/periods.ts'
import type { EntityType } from '#contract/records/crm.ts'
import { DAY, HOUR, MINUTE, type Past } from '#server/demo/past.ts'
import type { Dice } from '#server/demo/random.ts'
import { PLANNED } from '#server/demo/talk.ts'
import type { Actor } from '#kernel/operation.ts'

/** The lead or opportunity an activity belongs to. */
export type About = { entity_type: EntityType; entity_id: string }

/** A pending activity: when it is due, and its number among those due then, which sets its day and hour. */
export type Pending = readonly [when: 'overdue' | 'today' | 'upcoming', nth: number]

const HOURS = [8, 9, 10, 11, 14, 15, 16, 17] as const

/** Schedules a pending activity for the owner of the record, up to three days ahead. */
export async function scheduleActivity(
  past: Past,
  about: About,
  owner: Actor,
  pending: Pending,
  began: number,
  roll: Dice,
) {
  const due = dueAt(past, pending)
  const at = Math.min(Math.max(began + 30 * MINUTE, due - 3 * DAY), past.now)
  const [type, body] = roll.one(PLANNED)
  await past.act('crm_schedule_activity', { ...about, type, body, due_at: new Date(due).toISOString() }, at, owner)
}

/** Schedules an activity at the given time and completes it when it is due. */
export async function seedCompletedActivity(
  { act }: Past,
  about: About,
  owner: Actor,
  at: number,
  due: number,
  roll: Dice,
) {
  const [type, body] = roll.one(PLANNED)
  const planned = { ...about, type, body, due_at: new Date(due).toISOString() }
  const { id: activity_id } = await act('crm_schedule_activity', planned, at, owner)
  await act('crm_complete_activity', { activity_id }, due, owner)
}

function dueAt({ now, time_zone }: Past, [when, nth]: Pending): number {
  const away = { overdue: -1 - (nth % 6), today: 0, upcoming: 1 + (nth % 7) }[when]
  const day = addDays(dayOf(new Date(now), time_zone), away)
  return startOfDay(day, time_zone).getTime() + HOURS[nth % HOURS.length]! * HOUR + 20 * MINUTE
}

/** Spreads this many moments between two times, in order and at irregular intervals. */
export function moments(from: number, to: number, count: number, roll: Dice): number[] {
  const step = (to - from) / (count + 1)
  return Array.from({ length: count }, (_, i) => Math.round(from + step * (i + 0.6 + roll.below(40) / 100)))
}
