import { setImmediate as breathe } from 'node:timers/promises'
import { z } from 'zod'
import type { PropertyImport } from '#contract/records/property.ts'
import { attributes, line } from '#contract/scalars.ts'
import { attributeOf, type Columns, readCsv } from '#domains/contacts/csv.ts'
import { isCurrency } from '#domains/crm/rules.ts'
import { code, propertyChanges } from '#domains/properties/inputs.ts'
import * as rules from '#domains/properties/rules.ts'
import { Problem, reject } from '#kernel/problem.ts'
import { invalidInput } from '#kernel/refusals.ts'

const columns: Columns = {
  needed: 'code',
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

export type Line = { row: number; cells: Record<string, string> }

/** The rows of a file of properties. */
export function readLines(csv: string): Line[] {
  return readCsv(csv, columns).records
}

const fieldsOfRow = z.object({ code, name: line, ...propertyChanges }).partial()
const amounts = new Set(['list_price', 'area_m2', 'bedrooms', 'bathrooms', 'parking_spaces', 'stratum'])
const switches = new Set(['active', 'published'])

/** What a row says of a property. Empty cells say nothing; columns of no meaning are custom attributes. */
export function readLine({ cells }: Line): rules.Patch & { code: string } {
  const filled = Object.entries(cells).filter(([column, cell]) => column && cell.trim())
  const isField = ([column]: [string, string]) =>
    Object.hasOwn(fieldsOfRow.shape, column) && column !== 'custom_attributes'
  const fields = Object.fromEntries(filled.filter(isField).map(([column, cell]) => [column, valueOf(column, cell)]))
  const parsed = fieldsOfRow.safeParse(fields)
  if (!parsed.success) throw invalidInput(parsed.error, fields)
  const others = filled.filter((cell) => !isField(cell)).map(([column, cell]) => [attributeOf(column), cell])
  const rest = attributes.safeParse(Object.fromEntries(others))
  if (!rest.success) throw invalidInput(rest.error, cells)
  const given = parsed.data.code?.trim() || reject('missing_field', 'This row has no code.', 'code')
  return { ...parsed.data, code: given, custom_attributes: rest.data }
}

function valueOf(column: string, cell: string): string | number | boolean {
  if (amounts.has(column)) return amountOf(column, cell)
  if (switches.has(column)) return yesOrNo(column, cell)
  return cell
}

/**
 * `$ 450.000.000`, `1,250.50` or `85 m2` as a number: a separator before three last digits parts thousands. What may mean
 * something else is refused, because a price nobody meant is worse than none.
 */
function amountOf(column: string, cell: string): number {
  const said = cell.replace(/m[2²]\s*$/i, '').trim()
  const [, before = '', number = '', after = ''] = /^([^\d-]*)(-?\d(?:[\d.,\s]*\d)?)(\D*)$/.exec(said) ?? []
  const isPlain = column === 'list_price' ? isMoney(before) && isMoney(after) : before === '' && isUnit(after)
  const mark = parted.exec(number)?.groups?.mark
  if (isPlain && (mark || /^-?\d+([.,]\d+)?$/.test(number)))
    return Number((mark ? number.replaceAll(mark, '') : number).replace(',', '.'))
  return reject('invalid_value', `"${cell}" is no number; write it in digits, such as 1500000 or 85.5.`, column)
}

/** Thousands apart by one mark, and what is less than one by another. */
const parted = /^-?[1-9]\d{0,2}(?<mark>[.,\s])\d{3}(?:\k<mark>\d{3})*(?:(?!\k<mark>)[.,]\d+)?$/

/** The sign, the code or the name of a currency, or nothing. */
function isMoney(text: string): boolean {
  const plain = text.replace(/[\s$€£]/g, '').toUpperCase()
  return ['', 'US', 'PESOS'].includes(plain) || isCurrency(plain)
}

/** One word that says what is counted, and not how many. */
function isUnit(text: string): boolean {
  return /^\s*\p{L}*\.?$/u.test(text) && !/^\s*(k|mil|mill\S*)$/i.test(text)
}

function yesOrNo(column: string, cell: string): boolean {
  if (/^(si|sí|s|yes|y|true|verdadero|1|x)$/i.test(cell.trim())) return true
  if (/^(no|n|false|falso|0)$/i.test(cell.trim())) return false
  return reject('invalid_value', `"${cell}" is neither yes nor no; write sí or no.`, column)
}

const ERRORS_KEPT = 1000
/** Others wait while rows are read. */
const ROWS_AT_A_STRETCH = 200

export type Outcome = Omit<PropertyImport, 'dry_run'>

/** Does it for each row, and notes those that were refused; anything but a refusal ends the import. */
export async function forEachLine(lines: readonly Line[], outcome: Outcome, run: (line: Line) => void): Promise<void> {
  for (const each of lines) {
    if (each.row % ROWS_AT_A_STRETCH === 0) await breathe()
    try {
      run(each)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      outcome.failed_count++
      const { code, message: detail } = error
      const field = error.extra.errors?.[0]?.field ?? null
      if (outcome.errors.length < ERRORS_KEPT) outcome.errors.push({ row: each.row, field, code, detail })
    }
  }
}
