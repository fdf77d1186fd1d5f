import { addDays, startOfDay } from '#contract/periods.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Days = { from?: string | undefined; to?: string | undefined }

/** Start and end of these days in the time zone of the workspace. */
export function toMoments({ actor }: Context, { from, to }: Days): { from?: Date; to?: Date } {
  const { time_zone } = actor.account
  if (from && to && from > to) reject('invalid_value', 'from must not be after to.', 'from')
  return {
    ...(from && { from: startOfDay(from, time_zone) }),
    ...(to && { to: startOfDay(addDays(to, 1), time_zone) }),
  }
}
