import type { ReportSchedule } from '#contract/records/report-schedule.ts'
import { dictionary } from '#web/app/i18n.ts'
import { reportSchedulesEn } from './words.en.ts'
import { reportSchedulesEs, type ReportSchedulesWords } from './words.es.ts'

export const useReportScheduleWords = dictionary(reportSchedulesEs, reportSchedulesEn)

/** The name of a report for people. */
export const nameOfReport = (report: ReportSchedule['report'], { names }: ReportSchedulesWords) =>
  names[report.replaceAll('_', '-') as keyof typeof names]

/** Hours as people write them in both languages. */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** The times of a schedule as a sentence. */
export function describeTiming(
  { every, weekday, month_day, hour }: Pick<ReportSchedule, 'every' | 'weekday' | 'month_day' | 'hour'>,
  words: ReportSchedulesWords,
): string {
  if (every === 'week') return words.weekly(words.weekdays[weekday! - 1]!, hourText(hour))
  return every === 'month' ? words.monthly(month_day!, hourText(hour)) : words.daily(hourText(hour))
}
