import { mailReport } from '#domains/reports/schedules/mail.ts'
import { subscriber } from '#kernel/subscriber.ts'

/** E-mails a scheduled report to one of its recipients. */
export const mail_reports = subscriber({
  on: ['report_schedule.due'],
  run: (context, event) => mailReport(context, event),
})
