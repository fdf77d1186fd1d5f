import type { z } from 'zod'
import type { Part } from '#db/sql.ts'
import type { leadFilters } from '#domains/crm/inputs.ts'
import { toConditions } from '#domains/crm/records/list-query.ts'
import type { Context } from '#kernel/operation.ts'
import * as sources from './sources.ts'

/** Conditions of lists and exports of leads. */
export async function toLeadConditions(
  ctx: Context,
  input: z.output<z.ZodObject<typeof leadFilters>>,
): Promise<Part[]> {
  const shared = await toConditions(ctx, 'l', input)
  return [...shared, ...sources.ofSource(input.source)]
}
