import { z } from 'zod'
import { dayOf, timeOf } from '#contract/periods.ts'

export type Cell = string | number | boolean | null | undefined

const languages = ['es', 'en'] as const
export type CsvLanguage = (typeof languages)[number]

/** Input field of exports that people open in a spreadsheet. */
export const csv_language = z
  .enum(languages)
  .optional()
  .describe(
    'Write for a spreadsheet in this language: with a byte order mark and readable headers, in Spanish with semicolons and decimal commas. Default: field names and commas',
  )

/** Excel takes a file without this mark for one in the old encoding of its system. */
export const byte_order_mark = '\uFEFF'

/**
 * Writes CSV. Cells that look like formulas get a leading apostrophe, which makes spreadsheets treat them as text. Where
 * people write decimal commas, spreadsheets separate by semicolons.
 */
export function toCsv(rows: readonly (readonly Cell[])[], language?: CsvLanguage): string {
  const separator = language === 'es' ? ';' : ','
  return rows.map((row) => `${row.map((value) => cell(value, language)).join(separator)}\r\n`).join('')
}

function cell(value: Cell, language: CsvLanguage | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean' && language) return yes_no[language][value ? 0 : 1]
  if (typeof value === 'number' && language === 'es') return String(value).replace('.', ',')
  const text = typeof value === 'string' && isFormula(value) ? `'${value}` : String(value)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

const yes_no = { es: ['Sí', 'No'], en: ['Yes', 'No'] } as const

/**
 * Spreadsheets set to an East Asian language also read full-width signs as the start of a formula.
 * A plus sign and digits are a phone number, not a formula. Text that already has the apostrophe counts as a formula,
 * so removing one apostrophe always restores the original.
 */
export function isFormula(text: string): boolean {
  return /^'*\s*[=+\-@\t\r|%＝＋－＠]/.test(text) && !/^\+\d+$/.test(text)
}

/** A moment as spreadsheets read it, in this time zone. */
export function toLocalTime(moment: string, time_zone: string): string {
  const at = new Date(moment)
  const time = new Date(timeOf(at, time_zone)).toISOString().slice(11, 19)
  return `${dayOf(at, time_zone)} ${time}`
}
