import type { z } from 'zod'
import type { window_input } from '#contract/report-inputs.ts'
import { type Days, previousOf, type Range, windowOf } from '#contract/report-periods.ts'
import { emptyPart, part, type Part } from '#db/sql.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The days of a report, the previous ones it is compared with, and the inbox it is limited to. */
export type ReportWindow = { days: Days; previous: Days; inbox_id: string | undefined }

type WindowInput = z.output<z.ZodObject<typeof window_input>>

/** Resolves the window. An unknown inbox is rejected instead of giving an empty report. */
export async function resolveWindow(ctx: Context, input: WindowInput): Promise<ReportWindow> {
  const { time_zone } = ctx.actor.account
  const days = windowOf(input, ctx.now, time_zone, reject)
  const { inbox_id } = input
  if (inbox_id !== undefined) await inboxes.get(ctx, { inbox_id })
  return { days, previous: previousOf(days, ctx.now, time_zone), inbox_id }
}

/**
 * The local day of a moment within the days. The starts of all days are computed once instead of converting every row. If
 * clocks go back at midnight, the day starts with the first midnight.
 */
export function localDay(moment: Part, { from, to }: Pick<Days, 'from' | 'to'>, time_zone: string): Part {
  const starts = part`array(
    select case when (s - interval '1 hour') at time zone ${time_zone} >= d then s - interval '1 hour' else s end
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d, cast(d at time zone ${time_zone} as timestamptz) s order by d)`
  return part`(${from}::date - 1 + width_bucket(${moment}, ${starts}))`
}

/** Restricts a moment to the range. */
export function inRange(moment: Part, { start, end }: Pick<Range, 'start' | 'end'>): Part {
  return part`${start === null ? emptyPart : part`and ${moment} >= ${start}`} and ${moment} < ${end}`
}
