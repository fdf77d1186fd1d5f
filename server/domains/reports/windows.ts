import type { z } from 'zod'
import type { window_input } from '#contract/report-inputs.ts'
import { type Days, previousOf, windowOf } from '#contract/report-periods.ts'
import { part, type Part } from '#db/sql.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** The days a report is about, those it compares with, and the one inbox it is limited to. */
export type Window = { days: Days; previous: Days; inbox_id: string | undefined }

type Asked = z.output<z.ZodObject<typeof window_input>>

/** The window asked for. An inbox there is not is refused, and not just empty. */
export async function openWindow(ctx: Context, asked: Asked): Promise<Window> {
  const { time_zone } = ctx.actor.account
  const days = windowOf(asked, ctx.now, time_zone, reject)
  const { inbox_id } = asked
  if (inbox_id !== undefined) await inboxes.get(ctx, { inbox_id })
  return { days, previous: previousOf(days, ctx.now, time_zone), inbox_id }
}

/**
 * The local day of a moment within the days. They are cut once, so that the time zone is not asked of every row. Where
 * clocks go back to midnight, the day begins with the first one.
 */
export function localDay(moment: Part, { from, to }: Pick<Days, 'from' | 'to'>, time_zone: string): Part {
  const starts = part`array(
    select case when (s - interval '1 hour') at time zone ${time_zone} >= d then s - interval '1 hour' else s end
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d, cast(d at time zone ${time_zone} as timestamptz) s order by d)`
  return part`(${from}::date - 1 + width_bucket(${moment}, ${starts}))`
}
