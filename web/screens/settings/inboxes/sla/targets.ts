import type { Sla } from '#contract/records/inbox.ts'

export type Target = Sla['targets'][number]
export type Priority = Target['priority']

export const promises = ['first_response_minutes', 'next_response_minutes', 'resolution_minutes'] as const
export type Promised = (typeof promises)[number]

/** From the most urgent on; what holds for every other comes last. */
const order: readonly Priority[] = ['urgent', 'high', 'medium', 'low', 'none', null]

export const blank = (priority: Priority): Target => ({
  priority,
  first_response_minutes: null,
  next_response_minutes: null,
  resolution_minutes: null,
})

/** The targets as they are edited: in order, and always with the one of every other. */
export function rowsOf(targets: readonly Target[]): Target[] {
  return order.flatMap((priority) => {
    const known = targets.find((target) => target.priority === priority)
    return known ?? (priority === null ? blank(null) : [])
  })
}

/** Priorities that have no target of their own yet. */
export const missingIn = (targets: readonly Target[]) =>
  order.filter((priority) => priority !== null && !targets.some((target) => target.priority === priority))

/** The targets to keep: one for every other that promises nothing is none. One of a priority may: it asks for less. */
export const keptOf = (rows: readonly Target[]) =>
  rows.filter((row) => row.priority !== null || promises.some((promised) => row[promised] !== null))
