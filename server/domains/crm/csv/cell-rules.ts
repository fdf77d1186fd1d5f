import { dayOf, readMoment, startOfDay } from '#contract/periods.ts'
import type { Account } from '#contract/records/access.ts'
import { lead_statuses, opportunity_statuses } from '#contract/records/crm.ts'
import { day, moment } from '#contract/scalars.ts'
import { readAmount } from '#domains/contacts/csv/number-rules.ts'
import type { Clock } from '#domains/crm/records/rules.ts'
import type { CsvLanguage } from '#kernel/csv.ts'
import { fold } from '#kernel/filters/reference.ts'
import { reject } from '#kernel/problem.ts'

type Cells = Readonly<Record<string, string>>
type RegionalSettings = Pick<Account, 'locale' | 'time_zone'>

/** An amount as people write it, such as `$ 450.000.000`. */
export function amountOf(cells: Cells, field: string): number | null {
  const cell = cells[field]
  if (cell === undefined) return null
  const amount = readAmount(cell)
  if (amount === undefined || amount < 0)
    return reject('invalid_value', `"${cell}" is not an amount; use digits such as 1500000 or 85.50.`, field)
  return amount
}

export function percentOf(cells: Cells, field: string): number | undefined {
  const cell = cells[field]?.replace(/\s*%$/, '')
  if (cell === undefined) return undefined
  if (!/^\d{1,3}$/.test(cell) || Number(cell) > 100)
    return reject('invalid_value', `"${cell}" is not a percentage; use a whole number from 0 to 100.`, field)
  return Number(cell)
}

/** A moment in the time zone of the workspace; a day is its first moment. */
export function momentOf(cells: Cells, field: string, { locale, time_zone }: RegionalSettings): Date | undefined {
  const cell = cells[field]
  if (cell === undefined) return undefined
  const text = toIso(cell, locale).replace(' ', 'T')
  if (day.safeParse(text).success) return startOfDay(text, time_zone)
  return moment.safeParse(text).success ? readMoment(text, time_zone) : refuseDate(cell, field, locale)
}

export function dayOfCell(cells: Cells, field: string, { locale }: RegionalSettings): string | undefined {
  const cell = cells[field]
  if (cell === undefined) return undefined
  const text = toIso(cell, locale).slice(0, 10)
  return day.safeParse(text).success ? text : refuseDate(cell, field, locale)
}

/** Spanish spreadsheets write the day first. In English the order differs by country, so only ISO dates are clear. */
function toIso(cell: string, locale: RegionalSettings['locale']): string {
  const [, d, m, year, time = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})( .*)?$/.exec(cell) ?? []
  if (locale !== 'es' || !d || !m) return cell
  return `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}${time.replace(/^ (\d):/, ' 0$1:')}`
}

function refuseDate(cell: string, field: string, locale: RegionalSettings['locale']): never {
  const other = locale === 'es' ? ', or as 31/01/2026' : ''
  return reject('invalid_value', `"${cell}" is not a date; write it as 2026-01-31${other}.`, field)
}

/** Statuses as exports write them. */
export const status_words: Record<CsvLanguage, Record<string, string>> = {
  es: {
    new: 'Nuevo',
    qualified: 'Calificado',
    unqualified: 'Descartado',
    converted: 'Convertido',
    open: 'Abierto',
    won: 'Ganado',
    lost: 'Perdido',
  },
  en: {
    new: 'New',
    qualified: 'Qualified',
    unqualified: 'Unqualified',
    converted: 'Converted',
    open: 'Open',
    won: 'Won',
    lost: 'Lost',
  },
}

/** Other words for a status; older exports call an unqualified lead lost. */
const other_words: Partial<Record<string, readonly string[]>> = {
  open: ['abierta'],
  won: ['ganada'],
  lost: ['perdida'],
  unqualified: ['descartada', 'perdido', 'perdida', 'lost'],
}

/** The status of a lead. It is converted by converting it, which creates its deal. */
export function leadStatus(cells: Cells): 'new' | 'qualified' | 'unqualified' | undefined {
  const status = statusOf(cells, lead_statuses)
  if (status === 'converted')
    return reject(
      'invalid_value',
      'A lead cannot be imported as converted; use qualified, and import its deal.',
      'status',
    )
  return status
}

export function opportunityStatus(cells: Cells) {
  return statusOf(cells, opportunity_statuses)
}

function statusOf<S extends string>({ status: cell }: Cells, statuses: readonly S[]): S | undefined {
  if (cell === undefined) return undefined
  const wanted = fold(cell)
  const matches = (status: S) =>
    [status, status_words.es[status]!, status_words.en[status]!, ...(other_words[status] ?? [])].some(
      (word) => fold(word) === wanted,
    )
  return (
    statuses.find(matches) ??
    reject('invalid_value', `"${cell}" is not a status; use one of: ${statuses.join(', ')}.`, 'status')
  )
}

/** The end of a record, checked against its beginning: a date without a time may equal the start day. */
export function endAfter(
  created: Date,
  ended: Date | undefined,
  field: string,
  { now, time_zone }: Clock,
): Date | undefined {
  if (created > now) reject('invalid_value', 'The creation date is in the future; correct it.', 'created_at')
  if (ended && ended > now) reject('invalid_value', 'This date is in the future; correct it.', field)
  if (!ended || ended >= created) return ended
  if (dayOf(ended, time_zone) === dayOf(created, time_zone)) return created
  return reject('invalid_value', 'This date is before the creation date; correct one of them.', field)
}
