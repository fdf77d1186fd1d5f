import type { Sla } from '#contract/records/inbox.ts'

export type Target = Sla['targets'][number]
export type Priority = Target['priority']

export const promises = ['first_response_minutes', 'next_response_minutes', 'resolution_minutes'] as const
export type TargetName = (typeof promises)[number]

/** From most urgent to least; the default comes last. */
const order: readonly Priority[] = ['urgent', 'high', 'medium', 'low', 'none', null]

export const blank = (priority: Priority): Target => ({
  priority,
  first_response_minutes: null,
  next_response_minutes: null,
  resolution_minutes: null,
})

/** The targets being edited, in order and always with the default. */
export function rowsOf(targets: readonly Target[]): Target[] {
  return order.flatMap((priority) => {
    const existing = targets.find((target) => target.priority === priority)
    return existing ?? (priority === null ? blank(null) : [])
  })
}

/** Priorities without a target. */
export const missingIn = (targets: readonly Target[]) =>
  order.filter((priority) => priority !== null && !targets.some((target) => target.priority === priority))

/** The targets to save, without an empty default. An empty target of a priority is kept: it overrides the default. */
export const keptOf = (rows: readonly Target[]) =>
  rows.filter((row) => row.priority !== null || promises.some((promised) => row[promised] !== null))
