import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { parse } from 'csv-parse'
import { text_fields } from '#domains/contacts/rules.ts'
import { isFormula } from '#kernel/csv.ts'
import { Problem, reject } from '#kernel/problem.ts'

/** Joins titles in one cell; quotes those that contain a separator. */
export function toList(titles: readonly string[]): string {
  return titles.map((title) => (/[;,"]/.test(title) ? `"${title.replaceAll('"', '""')}"` : title)).join('; ')
}

/** Splits a cell into titles, separated by semicolons or commas. */
export function readList(cell: string): string[] {
  const pieces = cell.match(/\s*"(?:[^"]|"")*"\s*(?=[;,]|$)|[^;,]+/g) ?? []
  const titles = pieces.map((piece) => piece.trim().replace(/^"(.*)"$/s, (_, inner) => inner.replaceAll('""', '"')))
  return titles.filter(Boolean)
}

/** Records with their row number as spreadsheets count: the header is row 1. */
export type Table = { columns: string[]; records: { row: number; cells: Record<string, string> }[] }

/** Accepted column names, the column a file must have, and the most rows it may have. */
export type Columns = { aliases: ReadonlyMap<string, string>; required: string; most_rows: number }

/** Bounds that no honest file reaches; they keep the memory and time of a crafted one small. */
const MAX_COLUMNS = 500
const MAX_CELLS = 2_500_000
const MAX_LINES = 300_000
const MAX_ROW_CHARACTERS = 200_000

/** Parses a file into one record per non-blank row. Column names default to those of contacts. */
export async function readCsv(csv: string, { aliases, required, most_rows }: Columns = contactColumns): Promise<Table> {
  const rows = await parseRows(csv, most_rows + 1)
  const header =
    rows[0]?.cells ?? reject('invalid_value', 'The file is empty; its first row must contain the column names.', 'csv')
  const columns = header.map((name) => columnName(name, aliases))
  const duplicate = columns.find((name, i) => name !== '' && columns.indexOf(name) !== i)
  if (duplicate) reject('invalid_value', `Two columns are named ${duplicate}; remove one.`, 'csv')
  if (!columns.includes(required)) {
    const names = header.join(', ').slice(0, 1_000)
    reject('invalid_value', `The file needs a column "${required}"; it has: ${names}.`, 'csv')
  }
  const records = rows.slice(1).map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(columns.map((name, i) => [name, withoutGuard(cells[i] ?? '')])),
  }))
  return { columns, records }
}

type Row = { row: number; cells: string[] }

/** The rows that are not blank. Parses in slices, so other requests are answered meanwhile. */
async function parseRows(csv: string, most_rows: number): Promise<Row[]> {
  const options = { bom: true, delimiter: delimiterOf(csv), relax_column_count: true, trim: true }
  const parser = Readable.from(slices(csv)).pipe(parse({ ...options, max_record_size: MAX_ROW_CHARACTERS }))
  const rows: Row[] = []
  let [row, size] = [0, 0]
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (++row > MAX_LINES) refuse(`has more than ${MAX_LINES} lines; remove the empty ones`)
      if (!cells.some((cell) => cell.trim())) continue
      if (cells.length > MAX_COLUMNS) refuse(`has more than ${MAX_COLUMNS} columns in row ${row}; remove some`)
      if ((size += cells.length) > MAX_CELLS) refuse(`has more than ${MAX_CELLS} cells; split it`)
      if (rows.push({ row, cells }) > most_rows) refuse(`has more than ${most_rows - 1} rows; split it`)
    }
    return rows
  } catch (error) {
    if (error instanceof Problem) throw error
    if ((error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE')
      return refuse(
        `has a row of more than ${MAX_ROW_CHARACTERS} characters after row ${row}; look for a quotation mark that is never closed`,
      )
    return reject('invalid_value', `The file is not valid CSV: ${(error as Error).message}.`, 'csv')
  }
}

function refuse(reason: string): never {
  return reject('invalid_value', `The file ${reason}.`, 'csv')
}

/** The separator that occurs most in the first row, outside of quotes. */
function delimiterOf(csv: string): string {
  const heading = csv
    .slice(0, 50_000)
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r|\n/)[0]!
  return [',', ';', '\t'].sort((a, b) => heading.split(b).length - heading.split(a).length)[0]!
}

const SLICE_CHARACTERS = 65_536

async function* slices(csv: string): AsyncGenerator<Buffer> {
  for (let from = 0; from < csv.length;) {
    let to = from + SLICE_CHARACTERS
    // A pair of surrogates is one character and stays together.
    if (/[\ud800-\udbff]/.test(csv.charAt(to - 1))) to++
    yield Buffer.from(csv.slice(from, to))
    from = to
    await yieldToEventLoop()
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
    acerca_de: 'bio',
    about: 'bio',
    etiquetas: 'labels',
    // Present in exports, ignored in imports.
    created_at: '',
    fecha_de_creacion: '',
    creation_date: '',
  }),
)

const contactColumns: Columns = { aliases: contactAliases, required: 'name', most_rows: 100_000 }

const ATTRIBUTE = 'custom_attributes.'

/** Column of a custom attribute: its key, prefixed if the key alone would be read as another column. */
export function attributeColumn(
  key: string,
  fields: readonly string[] = [...text_fields, 'labels'],
  aliases = contactColumns.aliases,
): string {
  return !fields.includes(key) && attributeOf(columnName(key, aliases)) === key ? key : ATTRIBUTE + key
}

/** The custom attribute key of a column. */
export function attributeOf(column: string): string {
  return column.startsWith(ATTRIBUTE) ? column.slice(ATTRIBUTE.length) : column
}

/** Maps a column name such as `Correo electrónico` to `email`; unknown names are custom attribute keys. */
function columnName(heading: string, aliases = contactColumns.aliases): string {
  if (heading.startsWith(ATTRIBUTE)) return heading
  const plain = toColumnKey(heading)
  return aliases.get(plain) ?? plain
}

/** Turns `Correo electrónico` into `correo_electronico`. */
export function toColumnKey(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}

/** Removes the apostrophe that our export adds to formulas. */
function withoutGuard(text: string): string {
  return text.startsWith("'") && isFormula(text) ? text.slice(1) : text
}
