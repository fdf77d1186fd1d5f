import { z } from 'zod'
import { MOST_DAYS, period_names } from '#contract/report-periods.ts'
import { day, id } from '#contract/scalars.ts'

const days_back = z.int().min(1).max(MOST_DAYS)

/** Years a report may cover; the comparable previous period must exist too. */
const report_day = day.refine((text) => text >= '1900' && text < '2200', 'Choose a day of the years 1900 to 2199')

/** Input fields for a period; `periodOf` reads them. */
export const period_input = {
  period: z
    .enum(period_names)
    .optional()
    .describe(
      'Days to report on. Weeks begin on Monday, this_* ends now, last_N_days includes today. Default this_month.',
    ),
  custom_days_back: days_back.optional().describe('Number of days including today, 1 to 3660; overrides period'),
  date_from: report_day
    .optional()
    .describe('First day, YYYY-MM-DD; overrides period and custom_days_back. Ends with date_to, or today'),
  date_to: report_day
    .optional()
    .describe('Last day, inclusive, YYYY-MM-DD. Without date_from it only shortens the period'),
}

/** Input fields for a window; `windowOf` reads them. */
export const window_input = {
  days: days_back.optional().describe('Number of days including today, 1 to 3660. Default 30.'),
  from: report_day.optional().describe('First day, YYYY-MM-DD; needs to. Overrides days'),
  to: report_day.optional().describe('Last day, inclusive, YYYY-MM-DD; needs from'),
  inbox_id: id.optional().describe('Only this inbox, by id'),
}
