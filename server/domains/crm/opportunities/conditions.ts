import type { z } from 'zod'
import { part, type Part } from '#db/sql.ts'
import type { opportunityFilters } from '#domains/crm/inputs.ts'
import { checkRange, toConditions } from '#domains/crm/records/list-query.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

/** Conditions of lists and exports of opportunities. */
export async function toOpportunityConditions(
  ctx: Context,
  input: z.output<z.ZodObject<typeof opportunityFilters>>,
): Promise<Part[]> {
  const { amount_min: least, amount_max: most, expected_close_from: from, expected_close_to: to } = input
  checkRange(from, to, 'expected_close')
  if (least !== undefined && most !== undefined && least > most)
    reject('invalid_value', 'amount_min must not be greater than amount_max.', 'amount_min')
  return [
    ...(await toConditions(ctx, 'o', input)),
    ...(least === undefined ? [] : [part`and o.amount >= ${least}::numeric`]),
    ...(most === undefined ? [] : [part`and o.amount <= ${most}::numeric`]),
    ...(from ? [part`and o.expected_close_date >= ${from}::date`] : []),
    ...(to ? [part`and o.expected_close_date <= ${to}::date`] : []),
  ]
}
