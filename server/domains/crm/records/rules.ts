import { isCurrency } from '#contract/currency.ts'
import type { Stage } from '#contract/records/crm.ts'
import { reject } from '#kernel/problem.ts'

/** A stage a record moves to. */
export type TargetStage = Pick<Stage, 'id' | 'type' | 'probability'> & { pipeline_id: string }

/** The current moment, and the time zone in which days are counted. */
export type Clock = { now: Date; time_zone: string }

export function stageColumns({ pipeline_id, id }: TargetStage): { pipeline_id: string; stage_id: string } {
  return { pipeline_id, stage_id: id }
}

/** The ISO code of a currency, in capitals. */
export function currency(input: string, field = 'currency'): string {
  const code = input.trim().toUpperCase()
  if (!isCurrency(code))
    reject('invalid_value', `"${input}" is not a currency; use its ISO code, such as COP or USD.`, field)
  return code
}

/** An amount rounded to cents, as it is stored. */
export function money(amount: number | null | undefined): number | null {
  return amount == null ? null : Math.round(amount * 100) / 100
}

/** Whether a column would change. Columns that end in `_id` are compared with the id of the linked record. */
export function columnDiffers(record: object, column: string, value: unknown): boolean {
  const fields = record as Record<string, unknown>
  // The name of the lost reason is compared instead.
  if (column === 'lost_reason_id') return false
  const reference = column.endsWith('_id') ? (fields[column.slice(0, -3)] as { id: string } | null) : undefined
  const before = reference === undefined ? fields[column] : (reference?.id ?? null)
  return JSON.stringify(before) !== JSON.stringify(value)
}

/** The later of both moments: concurrent calls may commit in another order than they began. */
export function notBefore(moment: string, now: Date): Date {
  return Date.parse(moment) > now.getTime() ? new Date(moment) : now
}
