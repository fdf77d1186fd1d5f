import type { z } from 'zod'
import type { EmailTable } from '#domains/access/emails/body.ts'
import { toHeading } from '#domains/reports/readable-table.ts'
import { flatten, listTables } from '#domains/reports/table-rules.ts'
import { nameValue } from '#domains/reports/value-names.ts'
import { type Cell, type CsvLanguage, toLocalTime } from '#kernel/csv.ts'

const locales = { es: 'es-CO', en: 'en-US' }
const MOST_ROWS = 10
const MOST_COLUMNS = 6

/** Main tables with a row per day or hour say little in a mail. */
const series = new Set(['daily', 'heatmap', 'summary'])

/** The main figures of a report as tables of an e-mail: single figures, then the first rows of its main table. */
export function summarise(
  schema: z.ZodObject,
  main: string,
  report: unknown,
  language: CsvLanguage,
  time_zone: string,
): EmailTable[] {
  const tables = listTables(schema)
  const [single, first] = ['summary', main].map((each) => tables.find(({ name }) => name === each)!)
  const figures = toFigures(flatten(single!.row, single!.rows(report)), language)
  const listed = series.has(main)
    ? undefined
    : toFirstRows(flatten(first!.row, first!.rows(report)), language, time_zone)
  return [figures, listed].filter((table) => table !== undefined && table.rows.length > 0) as EmailTable[]
}

type Flat = readonly (readonly Cell[])[]
type Figure = Partial<Record<'current' | 'previous' | 'change', Cell>>

const titles = {
  es: { figure: 'Cifra', current: 'Valor', previous: 'Período anterior', change: 'Cambio' },
  en: { figure: 'Figure', current: 'Value', previous: 'Previous period', change: 'Change' },
}

/** A row per figure, with its value in the previous period if the report has that. */
function toFigures([header = [], values = []]: Flat, language: CsvLanguage): EmailTable {
  const valueOf = (column: string) => values[header.indexOf(column)]
  const figures = new Map<string, Figure>()
  for (const [i, column] of header.map(String).entries()) {
    if (hidden.test(column)) continue
    const [key, slot] = placeOf(column)
    figures.set(key, { ...figures.get(key), [slot]: values[i] })
  }
  // A total may also be among the compared figures, under the same name.
  const shown = new Map<string, [string, Figure]>()
  for (const [key, figure] of figures) {
    const label = toLabel(key, language)
    if (figure.current !== undefined && !shown.has(label)) shown.set(label, [key, figure])
  }
  const hasPrevious = [...shown.values()].some(([, { previous }]) => previous !== undefined && previous !== null)
  const words = titles[language]
  return {
    header: [words.figure, words.current, ...(hasPrevious ? [words.previous, words.change] : [])],
    rows: [...shown].map(([label, [key, { current, previous, change }]]) => {
      const places = [key, `current.${key}`, key.replace(/^kpis\./, '')]
      const currency = places.map((place) => valueOf(`${place}.currency`)).find((each) => each !== undefined)
      const show = (value: Cell) => toText(key, value, currency, language)
      const earlier = [show(previous), toText('change', change, undefined, language)]
      return [label, show(current), ...(hasPrevious ? earlier : [])]
    }),
  }
}

const hidden =
  /^(days|previous_days|data_quality|basis|note|time_zone)\b|(^|\.)(id|url|currency|by_currency|mixed_currency|without_amount|buckets|data_quality)(\.|$)/

/** The figure a column belongs to, and whether it is its value, the previous one or the change. */
function placeOf(column: string): [string, keyof Figure] {
  const name = column.replace(/\.amount$/, '')
  const [, compared, last] = /^(.+)\.(current|previous|change)$/.exec(name) ?? []
  if (compared) return [compared, last as keyof Figure]
  const [, first, rest] = /^(current|previous|changes)\.(.+)$/.exec(name) ?? []
  if (first === 'changes') return [rest!.replace(/_points$/, ''), 'change']
  return first ? [rest!, first as keyof Figure] : [name, 'current']
}

function toFirstRows([header = [], ...rows]: Flat, language: CsvLanguage, time_zone: string): EmailTable {
  const columns = header.map(String)
  const isName = (name: string) => /(^|\.)name$/.test(name) && columns.includes('name') && name !== 'name'
  const kept = columns
    .flatMap((name, at) => (hidden.test(name) || isName(name) ? [] : [{ name, at }]))
    .slice(0, MOST_COLUMNS)
  const show = (row: readonly Cell[]) =>
    kept.map(({ name, at }) => {
      const value = row[at]
      if (typeof value === 'string' && name.endsWith('_at')) return toLocalTime(value, time_zone).slice(0, -3)
      const currency = row[columns.indexOf(name.replace(/amount$/, 'currency'))]
      return toText(name, value, name.endsWith('amount') ? currency : undefined, language)
    })
  return { header: kept.map(({ name }) => toLabel(name, language)), rows: rows.slice(0, MOST_ROWS).map(show) }
}

/** Times say their unit themselves. */
function toLabel(column: string, language: CsvLanguage): string {
  return toHeading(column.replace(/^(kpis|totals)\./, ''), language).replace(' (s)', '')
}

const percentages = /(^|[._])(rate|share|change|lead_to_won|conversion|conversion_to_next)$|(^|\.)(pct|win_rate)_/

function toText(column: string, value: Cell, currency: Cell, language: CsvLanguage): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return language === 'es' ? (value ? 'Sí' : 'No') : value ? 'Yes' : 'No'
  if (typeof value === 'string') return nameValue(column, value, language) ?? value
  if (column.endsWith('seconds')) return toDuration(value)
  const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(value)
  if (typeof currency === 'string') return `${number} ${currency}`
  return percentages.test(column) ? `${number} %` : number
}

function toDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`
}
