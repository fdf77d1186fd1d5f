import { attributes } from '#contract/scalars.ts'
import { attributeOf } from './table.ts'
import { invalidInput } from '#kernel/refusals.ts'

/** The filled cells of a row: those of known fields, and the others as custom attributes. */
export function splitCells(record: Readonly<Record<string, string>>, fields: readonly string[]) {
  const filled = Object.entries(record).filter(([column, cell]) => column && cell.trim())
  const others = filled
    .filter(([column]) => !fields.includes(column))
    .map(([column, cell]) => [attributeOf(column), cell])
  const rest = attributes.safeParse(Object.fromEntries(others))
  if (!rest.success) throw invalidInput(rest.error, record)
  const cells: Record<string, string> = Object.fromEntries(filled.filter(([column]) => fields.includes(column)))
  return { cells, custom_attributes: rest.data }
}
