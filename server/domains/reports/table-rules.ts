import { z } from 'zod'

type Cell = string | number | boolean | null | undefined
type Column = { name: string; of: (row: unknown) => Cell }

/** A list of rows in a report: its name, the schema of its rows, and how to get them. */
export type Table = { name: string; row: z.ZodObject; rows: (report: unknown) => readonly unknown[] }

/** The tables of a report in their order, and last `summary`, a single row with all other figures. */
export function listTables(report: z.ZodObject): Table[] {
  return [
    ...listsIn(report, '', (each) => each),
    { name: 'summary', row: withoutTables(report), rows: (each) => [each] },
  ]
}

function listsIn(schema: z.ZodObject, path: string, at: (report: unknown) => unknown): Table[] {
  return fieldsOf(schema).flatMap(([field, type]) => {
    const name = path + field
    const value = (report: unknown) => valueOf(at(report), field)
    const row = rowOf(type)
    if (row) return [{ name, row, rows: (report: unknown) => (value(report) ?? []) as readonly unknown[] }]
    return type instanceof z.ZodObject ? listsIn(type, `${name}.`, value) : []
  })
}

/** The schema without its tables. */
function withoutTables(schema: z.ZodObject): z.ZodObject {
  const entries = fieldsOf(schema).flatMap(([field, type]): [string, z.ZodType][] => {
    if (rowOf(type)) return []
    return [[field, type instanceof z.ZodObject ? withoutTables(type) : type]]
  })
  return z.object(Object.fromEntries(entries))
}

/** A header and a line per row. Nested fields get dotted names, so that every cell holds one value. */
export function flatten(row: z.ZodObject, rows: readonly unknown[]): Cell[][] {
  const columns = columnsOf(row, rows, '', (each) => each)
  return [columns.map(({ name }) => name), ...rows.map((each) => columns.map(({ of }) => of(each)))]
}

function columnsOf(type: z.ZodType, rows: readonly unknown[], name: string, of: (row: unknown) => unknown): Column[] {
  if (type instanceof z.ZodObject)
    return fieldsOf(type).flatMap(([field, each]) =>
      columnsOf(each, rows, name === '' ? field : `${name}.${field}`, (row) => valueOf(of(row), field)),
    )
  const item = rowOf(type)
  if (item) return listColumns(item, rows, name, of)
  return [{ name, of: (row) => toCell(of(row)) }]
}

/** Columns of a list within a row; items are distinguished by their first field, such as `buckets.1m.count`. */
function listColumns(
  item: z.ZodObject,
  rows: readonly unknown[],
  name: string,
  of: (row: unknown) => unknown,
): Column[] {
  const [first, ...others] = fieldsOf(item)
  if (!(first?.[1] instanceof z.ZodString || first?.[1] instanceof z.ZodEnum))
    return [{ name, of: (row) => toCell(of(row)) }]
  const [key] = first
  const itemsOf = (row: unknown) => (of(row) ?? []) as readonly unknown[]
  const keys = new Set(rows.flatMap((row) => itemsOf(row).map((each) => String(valueOf(each, key)))))
  return [...keys].flatMap((which) =>
    others.flatMap(([field, type]) =>
      columnsOf(type, rows, `${name}.${which}.${field}`, (row) => {
        const found = itemsOf(row).find((each) => String(valueOf(each, key)) === which)
        return valueOf(found, field)
      }),
    ),
  )
}

function fieldsOf(schema: z.ZodObject): [string, z.ZodType][] {
  return Object.entries(schema.shape).map(([field, type]) => [field, bare(type as z.ZodType)])
}

/** The type without nullable and optional. */
function bare(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodNullable || type instanceof z.ZodOptional ? bare(type.unwrap() as z.ZodType) : type
}

/** The row schema of a list; undefined if the type is not a list of objects. */
function rowOf(type: z.ZodType): z.ZodObject | undefined {
  const element = type instanceof z.ZodArray ? bare(type.element as z.ZodType) : undefined
  return element instanceof z.ZodObject ? element : undefined
}

function valueOf(value: unknown, field: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[field]
}

function toCell(value: unknown): Cell {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join('; ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell)
}
