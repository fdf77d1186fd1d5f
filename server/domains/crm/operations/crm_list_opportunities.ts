import { z } from 'zod'
import { Opportunity } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { joinParts } from '#db/sql.ts'
import { pageKeys } from '#domains/crm/records/list-order.ts'
import { pageQuery } from '#domains/crm/records/list-page.ts'
import { needsCustomPlan } from '#domains/crm/records/list-query.ts'
import { more, opportunityFilters } from '#domains/crm/inputs.ts'
import { toOpportunityConditions } from '#domains/crm/opportunities/conditions.ts'
import * as opportunities from '#domains/crm/opportunities/store.ts'
import { operation } from '#kernel/operation.ts'
import { toPage } from '#kernel/paging.ts'

export const crm_list_opportunities = operation({
  summary: 'List opportunities (deals), newest first.',
  description: 'Returns only those you may see, each with its url. Pipelines and stages: crm_list_pipelines.',
  rest: 'GET /opportunities',
  permission: 'crm:read',
  tool: {
    without: Object.keys(more),
    row: [
      'id',
      'name',
      'amount',
      'currency',
      'expected_close_date',
      'closed_at',
      'probability',
      'owner',
      'contact',
      'pipeline',
      'stage',
      'rotting',
      'status',
      'lost_reason',
      'last_activity_at',
      'url',
      'created_at',
    ],
  },
  analytics: needsCustomPlan,
  input: z.strictObject(opportunityFilters),
  output: page(Opportunity),

  async run(ctx, input) {
    const { order, limit, sort } = await pageQuery(ctx, 'o', input)
    const conditions = joinParts(await toOpportunityConditions(ctx, input))
    const rows = await opportunities.list(ctx, conditions, order, limit)
    return toPage(ctx, input, rows, (row) => pageKeys(sort, row))
  },

  async count(ctx, input, most) {
    return opportunities.count(ctx, joinParts(await toOpportunityConditions(ctx, input)), most)
  },
})
