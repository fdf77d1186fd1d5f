import { byte_order_mark, type Cell, type CsvLanguage, toCsv } from '#kernel/csv.ts'

const ROWS_AT_ONCE = 1000

type CsvSource<Row> = {
  header: readonly string[]
  language: CsvLanguage | undefined
  /** One row more than the limit, after the row with these keys. */
  read: (after: string[] | undefined, limit: number) => Promise<Row[]>
  keys: (row: Row) => string[]
  cells: (row: Row) => Cell[]
}

/** Yields the header, then page by page, so a million records are never in memory at once. */
export async function* streamCsv<Row>({ header, language, read, keys, cells }: CsvSource<Row>): AsyncGenerator<string> {
  if (language) yield byte_order_mark
  yield toCsv([header], language)
  let after: string[] | undefined
  do {
    const found = await read(after, ROWS_AT_ONCE)
    const page = found.slice(0, ROWS_AT_ONCE)
    if (page.length > 0) yield toCsv(page.map(cells), language)
    const last = page.at(-1)
    after = found.length > ROWS_AT_ONCE && last ? keys(last) : undefined
  } while (after)
}

/** Lists and objects of custom attributes are written as JSON. */
export function attributeCell(value: unknown): Cell {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
}
