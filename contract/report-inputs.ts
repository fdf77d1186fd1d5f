import { z } from 'zod'
import { MOST_DAYS, period_names } from '#contract/report-periods.ts'
import { day, id } from '#contract/scalars.ts'

const days_back = z.int().min(1).max(MOST_DAYS)

/** Years in which something can have happened, and from which one can look as far back again. */
const report_day = day.refine((text) => text >= '1900' && text < '2200', 'Choose a day of the years 1900 to 2199')

/** How an operation asks for a period; `periodOf` reads it. */
export const period_input = {
  period: z
    .enum(period_names)
    .optional()
    .describe(
      'Which days to report on. Weeks begin on Monday, this_* lasts until now, last_N_days are today and the days before it. Default this_month.',
    ),
  custom_days_back: days_back
    .optional()
    .describe('So many days, today included, 1 to 3660; overrides period, such as 45 for the last 45 days'),
  date_from: report_day
    .optional()
    .describe('First day, YYYY-MM-DD; overrides period and custom_days_back. Lasts until date_to, or until today'),
  date_to: report_day
    .optional()
    .describe('Last day, inclusive, YYYY-MM-DD. Without date_from it only ends the period earlier'),
}

/** How an operation asks for a window; `windowOf` reads it. */
export const window_input = {
  days: days_back.optional().describe('So many days, today included, 1 to 3660. Default 30.'),
  from: report_day.optional().describe('First day, YYYY-MM-DD; give to with it. Overrides days'),
  to: report_day.optional().describe('Last day, inclusive, YYYY-MM-DD; give from with it'),
  inbox_id: id.optional().describe('Only this inbox, by id'),
}
