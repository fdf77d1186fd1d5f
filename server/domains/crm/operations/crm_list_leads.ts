import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { joinParts } from '#db/sql.ts'
import { pageKeys } from '#domains/crm/records/list-order.ts'
import { pageQuery } from '#domains/crm/records/list-page.ts'
import { needsCustomPlan } from '#domains/crm/records/list-query.ts'
import { leadFilters, more } from '#domains/crm/inputs.ts'
import { toLeadConditions } from '#domains/crm/leads/conditions.ts'
import * as sources from '#domains/crm/leads/sources.ts'
import * as leads from '#domains/crm/leads/store.ts'
import { operation } from '#kernel/operation.ts'
import { toPage } from '#kernel/paging.ts'

export const crm_list_leads = operation({
  summary: 'List leads, newest first. Filter by pipeline, stage, status, owner, contact, source or date.',
  description: 'Returns only leads you may see, each with its url. Pipelines and stages: crm_list_pipelines.',
  rest: 'GET /leads',
  permission: 'crm:read',
  tool: {
    without: Object.keys(more),
    row: [
      'id',
      'name',
      'company_name',
      'email',
      'phone',
      'source',
      'estimated_value',
      'currency',
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
  input: z.strictObject(leadFilters),
  output: page(Lead),

  async run(ctx, input) {
    const { order, limit, sort } = await pageQuery(ctx, 'l', input)
    const rows = await leads.list(ctx, joinParts(await toLeadConditions(ctx, input)), order, limit)
    return toPage(ctx, input, rows, (row) => pageKeys(sort, row))
  },

  async count(ctx, input, most) {
    return leads.count(ctx, joinParts(await toLeadConditions(ctx, input)), most)
  },

  async note(ctx, { source }, { items }) {
    return items.length === 0 ? sources.describeUnknown(ctx, source) : undefined
  },
})
