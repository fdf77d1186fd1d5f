import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { joined, part } from '#db/sql.ts'
import { checkOrder, isPlanned, keys, paging, toConditions } from '#domains/crm/finding.ts'
import { more, opportunityFilters } from '#domains/crm/inputs.ts'
import * as opportunities from '#domains/crm/opportunities.ts'
import { operation } from '#kernel/operation.ts'
import { toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const crm_list_opportunities = operation({
  summary: 'List opportunities (deals), newest first.',
  description: 'Shows those you may see, each with its url. crm_list_pipelines has the pipelines and stages.',
  rest: 'GET /opportunities',
  permission: 'crm:read',
  tool: { without: Object.keys(more) },
  analysis: isPlanned,
  input: z.strictObject(opportunityFilters),
  output: page(Opportunity),

  async run(ctx, input) {
    const { order, begun, limit, sort } = paging(ctx, 'o', input)
    const { amount_min: least, amount_max: most, expected_close_from: from, expected_close_to: to } = input
    checkOrder(from, to, 'expected_close')
    if (least !== undefined && most !== undefined && least > most)
      reject('invalid_value', 'amount_min must not be greater than amount_max.', 'amount_min')
    const met = [
      ...(await toConditions(ctx, 'o', input)),
      ...(least === undefined ? [] : [part`and o.amount >= ${least}::numeric`]),
      ...(most === undefined ? [] : [part`and o.amount <= ${most}::numeric`]),
      ...(from ? [part`and o.expected_close_date >= ${from}::date`] : []),
      ...(to ? [part`and o.expected_close_date <= ${to}::date`] : []),
    ]
    const rows = await opportunities.list(ctx, joined([...met, ...begun]), order, limit)
    return toPage(ctx, input, rows, (row) => keys(sort, row))
  },
})
