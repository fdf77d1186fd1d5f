import { z } from 'zod'
import { sla_kinds, SlaBreach } from '#contract/records/quality.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { nothing, part } from '#db/sql.ts'
import { isPlanned } from '#domains/conversations/filters.ts'
import { qualityFilters, toConditions } from '#domains/conversations/quality.ts'
import { listBreaches } from '#domains/conversations/sla.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_sla_breaches = operation({
  summary: 'List the promises to customers that were not kept, newest first, by inbox, kind, agent or day.',
  rest: 'GET /sla-breaches',
  permission: 'conversations:read',
  tool: false,
  analysis: isPlanned,
  input: z.strictObject({
    ...qualityFilters,
    kind: z.enum(sla_kinds).optional().describe('Only breaches of this kind'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(SlaBreach),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const asked = await toConditions(ctx, input, part`r.breached_at`)
    const met = part`${asked} ${input.kind ? part`and r.kind = ${input.kind}` : nothing}`
    const rows = await listBreaches(ctx, met, after, limit)
    return toPage(ctx, input, rows, (breach) => [breach.breached_at, breach.id])
  },
})
