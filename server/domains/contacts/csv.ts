import { parse } from 'csv-parse/sync'
import { reject } from '#kernel/problem.ts'

type Cell = string | number | boolean | null | undefined

/** Rows as CSV. A cell a spreadsheet would take for a formula gets an apostrophe in front, which makes it text. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && isFormula(value) ? `'${value}` : String(value)
  return /[",\r\n;\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

/** A plus sign and digits alone are a phone number, and harm nobody. */
function isFormula(text: string): boolean {
  return /^\s*[=+\-@\t\r|%]/.test(text) && !/^\+\d+$/.test(text)
}

export type Table = { columns: string[]; records: Record<string, string>[] }

/** A file of contacts, read: what its columns mean, and a record per row. */
export function readCsv(csv: string): Table {
  const rows = parseRows(csv)
  const heading = rows[0] ?? reject('invalid_value', 'The file is empty; its first row must name the columns.', 'csv')
  const columns = heading.map(columnName)
  const doubled = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (doubled) reject('invalid_value', `Two columns are named ${doubled}; keep one.`, 'csv')
  if (!columns.includes('name'))
    reject('invalid_value', `The file needs a column "name"; it has: ${heading.join(', ')}.`, 'csv')
  const records = rows
    .slice(1)
    .map((row) => Object.fromEntries(columns.map((name, i) => [name, withoutGuard(row[i] ?? '')])))
  return { columns, records }
}

function parseRows(csv: string): string[][] {
  const firstLine = csv.slice(0, csv.search(/\r|\n|$/))
  const delimiter = [',', ';', '\t'].sort((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0]!
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    return reject('invalid_value', `The file is not valid CSV: ${(error as Error).message}.`, 'csv')
  }
}

const aliases: Record<string, string> = {
  nombre: 'name',
  phone: 'phone_number',
  telefono: 'phone_number',
  celular: 'phone_number',
  movil: 'phone_number',
  e_mail: 'email',
  correo: 'email',
  correo_electronico: 'email',
  ciudad: 'city',
  pais: 'country',
  company: 'company_name',
  empresa: 'company_name',
  cargo: 'job_title',
  etiquetas: 'labels',
}

/** `Correo electrónico` is `email`; what has no known meaning names a custom attribute. */
function columnName(heading: string): string {
  const plain = heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return aliases[plain] ?? plain
}

/** The apostrophe our own export puts before formulas is taken off again. */
function withoutGuard(text: string): string {
  return /^'\s*[=+\-@|%]/.test(text) ? text.slice(1) : text
}
