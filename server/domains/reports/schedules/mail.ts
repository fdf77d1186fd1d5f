import type { ReportDays } from '#contract/records/report.ts'
import { actWith, loadMaker, requireRights } from '#domains/access/makers.ts'
import * as emails from '#domains/access/emails/store.ts'
import { reports } from '#domains/reports/catalog.ts'
import { toReadable } from '#domains/reports/readable-table.ts'
import { flatten, listTables } from '#domains/reports/table-rules.ts'
import { byte_order_mark, type CsvLanguage, toCsv } from '#kernel/csv.ts'
import type { Actor, AnyOperation } from '#kernel/operation.ts'
import { Problem } from '#kernel/problem.ts'
import type { Event, SubscriberContext } from '#kernel/subscriber.ts'
import type { Sql } from '#db/sql.ts'
import { inputOf } from './rules.ts'
import * as schedules from './store.ts'
import { summarise } from './summary.ts'
import { words } from './words.ts'

/**
 * Computes a report as one of its recipients sees it now and queues it as an e-mail. The e-mail is unique per schedule,
 * moment and person, so a repeated delivery sends nothing.
 */
export async function mailReport(context: SubscriberContext, event: Event<'report_schedule.due'>): Promise<void> {
  const { account_id, payload } = event
  const { report_schedule_id: id, user_id, at } = payload
  const schedule = await schedules.find(context.sql, account_id, id)
  const recipient = await findRecipient(context.sql, account_id, user_id)
  // Deleted meanwhile, or the person left or lost the permission.
  if (!schedule || !recipient) return
  const { actor } = recipient
  const [op] = reports[schedule.report]
  const report = await compute(context, op, schedule, actor, new Date(at))
  if ('refused' in report) return schedules.recordError(context.sql, account_id, id, report.refused)
  await context.inTransaction('mail_reports', actor, (ctx) =>
    emails.queue(ctx, {
      key: `report:${id}:${at}:${user_id}`,
      kind: 'report',
      to_address: recipient.email,
      to_name: actor.name,
      ...writeEmail(schedule, actor, report.answer, context.base_url),
    }),
  )
  await schedules.recordError(context.sql, account_id, id, null)
}

/** An active member with the permission and an address that receives mail, acting in their own language. */
async function findRecipient(sql: Sql, account_id: string, user_id: string) {
  const [person] = await sql<{ name: string; email: string; language: CsvLanguage | null }>`
    select name, email, language from users where id = ${user_id} and email not like '%.invalid'`
  if (!person) return undefined
  const author = { type: 'user', id: user_id, name: person.name } as const
  const row = await loadMaker(sql, account_id, { ...author, user_id, permissions: null })
  const rights = requireRights(row, ['reports:read'])
  if ('refused' in rights) return undefined
  const actor = await actWith(sql, account_id, author, rights)
  const account = { ...actor.account, locale: person.language ?? actor.account.locale }
  return { email: person.email, actor: { ...actor, account } }
}

/** The report as of the moment it was due, or why it cannot be computed any more, such as for a deleted inbox. */
async function compute(
  context: SubscriberContext,
  op: AnyOperation,
  schedule: schedules.StoredSchedule,
  actor: Actor,
  at: Date,
): Promise<{ answer: { days: ReportDays } } | { refused: string }> {
  try {
    return { answer: await context.invoke(op, inputOf(schedule, at, actor.account.time_zone), actor, at) }
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429) return { refused: error.message }
    throw error
  }
}

function writeEmail(
  { report, period, filters, maker }: schedules.StoredSchedule,
  { account, visibility }: Actor,
  answer: { days: ReportDays },
  base_url: string,
) {
  const language = account.locale
  const text = words[language]
  const [op, main] = reports[report]
  const name = text.names[report]
  const days = showDays(answer.days, language)
  return {
    subject: text.subject(name, days, account.name),
    paragraphs: [
      [text.body(name, days, account.name), ...(visibility === 'all' ? [] : [text.limited])].join(' '),
      text.files,
    ],
    tables: summarise(op.output, main, answer, language, account.time_zone),
    link: { label: text.open, url: `${base_url}/app/${account.id}/reports/${addressOf(report, period, filters)}` },
    footer: text.footer(maker.name),
    attachments: toFiles(op, report, answer, language, account.time_zone),
  }
}

/** Every table of the report that has rows, as a CSV file; sums by currency are columns of the others. */
function toFiles(
  op: AnyOperation,
  report: string,
  answer: { days: ReportDays },
  language: CsvLanguage,
  time_zone: string,
): emails.Attachment[] {
  const { from, to } = answer.days
  return listTables(op.output).flatMap(({ name, row, rows }) => {
    const listed = rows(answer)
    if (listed.length === 0 || name.endsWith('by_currency')) return []
    const csv = toCsv(toReadable(flatten(row, listed), language, time_zone), language)
    const file = [report, name.replaceAll('.', '-'), from, to].filter(Boolean).join('_')
    return [{ name: `${file}.csv`, content: byte_order_mark + csv }]
  })
}

function showDays({ from, to }: ReportDays, language: CsvLanguage): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const at = (day: string) => new Date(`${day}T00:00:00Z`)
  return from === null ? words[language].until(format.format(at(to))) : format.formatRange(at(from), at(to))
}

/** The page of the report in the web app, with the same filters. */
function addressOf(report: string, period: string, filters: schedules.StoredSchedule['filters']): string {
  const { inbox_id, pipeline_name, source, agent: person = filters.owner_name } = filters
  const search = new URLSearchParams({
    period,
    ...(inbox_id && { inbox: inbox_id }),
    ...(pipeline_name && { pipeline: pipeline_name }),
    ...(person && { agent: person }),
    ...(source && { source }),
  })
  return `${report.replaceAll('_', '-')}?${search.toString()}`
}
