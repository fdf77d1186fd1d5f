import { parse } from 'csv-parse/sync'
import { text_fields } from '#domains/contacts/rules.ts'
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

/**
 * A plus sign and digits alone are a phone number, and harm nobody. A text that looks guarded already counts too,
 * so that taking one apostrophe off always gives back what was written.
 */
function isFormula(text: string): boolean {
  return /^'*\s*[=+\-@\t\r|%]/.test(text) && !/^\+\d+$/.test(text)
}

/** Several titles in one cell. Those that hold a separator stand in quotes. */
export function toList(titles: readonly string[]): string {
  return titles.map((title) => (/[;,"]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title)).join('; ')
}

/** The titles in a cell, apart by semicolons or commas. */
export function readList(cell: string): string[] {
  const pieces = cell.match(/\s*"(?:[^"]|"")*"\s*(?=[;,]|$)|[^;,]+/g) ?? []
  const titles = pieces.map((piece) => piece.trim().replace(/^"(.*)"$/s, (_, inner) => inner.replaceAll('""', '"')))
  return titles.filter(Boolean)
}

/** Each record with its row in the file, as a spreadsheet counts them: the heading is row 1. */
export type Table = { columns: string[]; records: { row: number; cells: Record<string, string> }[] }

/** What the columns of a file may be called, and which of them it must have. */
export type Columns = { aliases: ReadonlyMap<string, string>; needed: string }

/** A file, read: what its columns mean, and a record per row that is not blank. It is one of contacts unless it is said. */
export function readCsv(csv: string, { aliases, needed }: Columns = contactColumns): Table {
  const rows = parseRows(csv)
    .map((cells, i) => ({ row: i + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
  const heading =
    rows[0]?.cells ?? reject('invalid_value', 'The file is empty; its first row must name the columns.', 'csv')
  const columns = heading.map((name) => columnName(name, aliases))
  const doubled = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (doubled) reject('invalid_value', `Two columns are named ${doubled}; keep one.`, 'csv')
  if (!columns.includes(needed))
    reject('invalid_value', `The file needs a column "${needed}"; it has: ${heading.join(', ')}.`, 'csv')
  const records = rows.slice(1).map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((name, i) => [name, withoutGuard(cells[i] ?? '')])),
  }))
  return { columns, records }
}

function parseRows(csv: string): string[][] {
  // Separators inside a quoted heading separate nothing.
  const heading = csv
    .slice(0, 50_000)
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r|\n/)[0]!
  const delimiter = [',', ';', '\t'].sort((a, b) => heading.split(b).length - heading.split(a).length)[0]!
  try {
    return parse(csv, { bom: true, delimiter, relax_column_count: true, trim: true })
  } catch (error) {
    return reject('invalid_value', `The file is not valid CSV: ${(error as Error).message}.`, 'csv')
  }
}

const contactAliases = new Map(
  Object.entries({
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
    created_at: '', // An export says when a contact was created; an import cannot.
  }),
)

const contactColumns: Columns = { aliases: contactAliases, needed: 'name' }

const ATTRIBUTE = 'custom_attributes.'

/** The column of a custom attribute: its key, or the key in full where that would be read as something else. */
export function attributeColumn(key: string): string {
  const taken = [...text_fields, 'labels'].includes(key)
  return !taken && attributeOf(columnName(key)) === key ? key : ATTRIBUTE + key
}

/** The custom attribute a column holds. */
export function attributeOf(column: string): string {
  return column.startsWith(ATTRIBUTE) ? column.slice(ATTRIBUTE.length) : column
}

/** `Correo electrónico` is `email`; what has no known meaning names a custom attribute. */
function columnName(heading: string, aliases = contactColumns.aliases): string {
  if (heading.startsWith(ATTRIBUTE)) return heading
  const plain = heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return aliases.get(plain) ?? plain
}

/** The apostrophe our own export puts before formulas is taken off again. */
function withoutGuard(text: string): string {
  return text.startsWith("'") && isFormula(text) ? text.slice(1) : text
}
