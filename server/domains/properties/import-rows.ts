import { setImmediate as nextTick } from 'node:timers/promises'
import { z } from 'zod'
import type { PropertyImport } from '#contract/records/property.ts'
import { line } from '#contract/scalars.ts'
import { type Columns, readCsv } from '#domains/contacts/csv/table.ts'
import { splitCells } from '#domains/contacts/csv/cells.ts'
import { isMoney, splitNumber, toNumber } from '#domains/contacts/csv/number-rules.ts'
import { code, propertyChanges } from '#domains/properties/inputs.ts'
import * as rules from '#domains/properties/rules.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'

const columns: Columns = {
  required: 'code',
  most_rows: 5_000,
  aliases: new Map(
    Object.entries({
      codigo: 'code',
      referencia: 'code',
      nombre: 'name',
      titulo: 'name',
      proyecto: 'project_name',
      descripcion: 'description',
      ciudad: 'city',
      barrio: 'sector',
      zona: 'sector',
      direccion: 'address',
      operacion: 'operation',
      negocio: 'operation',
      tipo: 'property_type',
      tipo_de_inmueble: 'property_type',
      disponibilidad: 'availability',
      precio: 'list_price',
      valor: 'list_price',
      moneda: 'currency',
      habitaciones: 'bedrooms',
      alcobas: 'bedrooms',
      banos: 'bathrooms',
      area: 'area_m2',
      parqueaderos: 'parking_spaces',
      garajes: 'parking_spaces',
      estrato: 'stratum',
      activo: 'active',
      publicado: 'published',
      enlace: 'listing_url',
    }),
  ),
}

export type ImportRow = { row: number; cells: Record<string, string> }

/** The rows of a file of properties. */
export async function readRows(csv: string): Promise<ImportRow[]> {
  return (await readCsv(csv, columns)).records
}

const fieldsOfRow = z.object({ code, name: line, ...propertyChanges }).partial()
const columnsOfRow = Object.keys(fieldsOfRow.shape).filter((column) => column !== 'custom_attributes')
const amounts = new Set(['list_price', 'area_m2', 'bedrooms', 'bathrooms', 'parking_spaces', 'stratum'])
const switches = new Set(['active', 'published'])

/** The fields of a row. Empty cells are ignored; unknown columns become custom attributes. */
export function readRow({ cells }: ImportRow): rules.Patch & { code: string } {
  const { cells: known, custom_attributes } = splitCells(cells, columnsOfRow)
  const fields = Object.fromEntries(Object.entries(known).map(([column, cell]) => [column, valueOf(column, cell)]))
  const parsed = fieldsOfRow.safeParse(fields)
  if (!parsed.success) throw invalidInput(parsed.error, fields)
  const given = parsed.data.code?.trim() || reject('missing_field', 'This row has no code.', 'code')
  return { ...parsed.data, code: given, custom_attributes }
}

function valueOf(column: string, cell: string): string | number | boolean {
  if (amounts.has(column)) return amountOf(column, cell)
  if (switches.has(column)) return yesOrNo(column, cell)
  return cell
}

/** Parses `$ 450.000.000`, `1,250.50` or `85 m2`. Ambiguous values are rejected, because a wrong price is worse than none. */
function amountOf(column: string, cell: string): number {
  const text = cell.replace(/m[2²]\s*$/i, '').trim()
  const { before, number, after } = splitNumber(text)
  const isPlain = column === 'list_price' ? isMoney(before) && isMoney(after) : before === '' && isUnit(after)
  const value = isPlain ? toNumber(number) : undefined
  if (value !== undefined) return value
  return reject('invalid_value', `"${cell}" is not a number; use digits such as 1500000 or 85.5.`, column)
}

/** Whether the text is a single unit, and not a multiplier such as "mil". */
function isUnit(text: string): boolean {
  return /^\s*\p{L}*\.?$/u.test(text) && !/^\s*(k|mil|mill\S*)$/i.test(text)
}

function yesOrNo(column: string, cell: string): boolean {
  if (/^(si|sí|s|yes|y|true|verdadero|1|x)$/i.test(cell.trim())) return true
  if (/^(no|n|false|falso|0)$/i.test(cell.trim())) return false
  return reject('invalid_value', `"${cell}" is neither yes nor no; use sí or no.`, column)
}

const MAX_ERRORS = 1000
/** Yields to the event loop after this many rows. */
const ROWS_PER_TICK = 200

export type Outcome = Omit<PropertyImport, 'dry_run'>

/** Runs a function for each row and collects refusals; any other error aborts the import. */
export async function forEachRow(
  rows: readonly ImportRow[],
  outcome: Outcome,
  run: (row: ImportRow) => void,
): Promise<void> {
  for (const each of rows) {
    if (each.row % ROWS_PER_TICK === 0) await nextTick()
    try {
      run(each)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      outcome.failed_count++
      const { code, message: detail } = error
      const field = error.extra.errors?.[0]?.field ?? null
      if (outcome.errors.length < MAX_ERRORS) outcome.errors.push({ row: each.row, field, code, detail })
    }
  }
}
