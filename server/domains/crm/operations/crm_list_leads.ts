import { z } from 'zod'
import { Lead } from '#contract/records/crm.ts'
import { page } from '#contract/scalars.ts'
import { joined, part } from '#db/sql.ts'
import { isPlanned, keys, paging, toConditions } from '#domains/crm/finding.ts'
import { leadFilters, more } from '#domains/crm/inputs.ts'
import * as leads from '#domains/crm/leads.ts'
import { operation } from '#kernel/operation.ts'
import { toPage } from '#kernel/paging.ts'

export const crm_list_leads = operation({
  summary: 'List leads, newest first, by pipeline, stage, status, owner, contact, source or date.',
  description: 'Shows the leads you may see, each with its url. crm_list_pipelines has the pipelines and stages.',
  rest: 'GET /leads',
  permission: 'crm:read',
  tool: { without: Object.keys(more) },
  analysis: isPlanned,
  input: z.strictObject(leadFilters),
  output: page(Lead),

  async run(ctx, input) {
    const { order, begun, limit, sort } = paging(ctx, 'l', input)
    const source = input.source?.trim()
    const met = [
      ...(await toConditions(ctx, 'l', input)),
      ...(source ? [part`and strpos(fold(l.source), fold(${source})) > 0`] : []),
    ]
    const rows = await leads.list(ctx, joined([...met, ...begun]), order, limit)
    return toPage(ctx, input, rows, (row) => keys(sort, row))
  },
})
