import { type Cell, type CsvLanguage, toLocalTime } from '#kernel/csv.ts'
import { column_names_en } from './column-names.en.ts'
import { column_names_es } from './column-names.es.ts'
import { nameStep, nameValue } from './value-names.ts'

const names: Record<CsvLanguage, Readonly<Record<string, string>>> = { es: column_names_es, en: column_names_en }

type Row = readonly Cell[]

/** A table with readable headers, values and moments, without ids and other columns that only programs need. */
export function toReadable(rows: readonly Row[], language: CsvLanguage, time_zone: string): Cell[][] {
  const [header = [], ...body] = rows
  const columns = header.map(String)
  const isKept = (name: string, at: number) => !technical.test(name) && !isRepeated(columns, at)
  const kept = columns.flatMap((name, at) => (isKept(name, at) ? [{ name, at }] : []))
  const read = (row: Row) => kept.map(({ name, at }) => toCell(name, row[at], language, time_zone))
  return [kept.map(({ name }) => toHeading(name, language)), ...body.map(read)]
}

function toCell(column: string, value: Cell, language: CsvLanguage, time_zone: string): Cell {
  if (typeof value === 'string' && /(^|[._])(at|since)$/.test(column)) return toLocalTime(value, time_zone)
  if (typeof value !== 'string' && typeof value !== 'number') return value
  return nameValue(column, value, language) ?? value
}

/** The total of an amount is that of its currency, so its count repeats the one of the row. */
const technical = /(^|\.)(id|mixed_currency)$|\.by_currency\.[^.]+\.count$/

/** Whether the name of a record is followed by the name to show, which also says that there is no record. */
function isRepeated(columns: readonly string[], at: number): boolean {
  const noun = /^(\w+)\.name$/.exec(columns[at]!)?.[1]
  if (noun === undefined) return false
  const next = columns.slice(at + 1).find((name) => !name.startsWith(`${noun}.`))
  return next === 'name' || next === `${noun}_name`
}

/** `amount.by_currency.COP.amount` becomes `Valor · COP`: a name that repeats says nothing more. */
export function toHeading(column: string, language: CsvLanguage): string {
  const words = column.split('.').filter((part) => part !== 'by_currency' && part !== 'buckets')
  const parts = words.filter((part, i) => i === 0 || !(part === 'amount' || part === 'name'))
  return parts.map((part) => names[language][part] ?? nameStep(part, language) ?? part).join(' · ')
}
