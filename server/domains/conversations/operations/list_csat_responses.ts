import { z } from 'zod'
import { CsatResponse } from '#contract/records/quality.ts'
import { countedPage, cursor, include_total, limit } from '#contract/scalars.ts'
import { emptyPart, part } from '#db/sql.ts'
import { needsValuePlan } from '#domains/conversations/filters/conditions.ts'
import { quality_filters, toConditions, unassigned_only } from '#domains/conversations/filters/quality.ts'
import * as surveys from '#domains/conversations/surveys/store.ts'
import { operation } from '#kernel/operation.ts'
import { countAll, readPage, toPage } from '#kernel/paging.ts'

export const list_csat_responses = operation({
  summary: 'List satisfaction surveys and their answers, latest sent first.',
  rest: 'GET /csat-responses',
  permission: 'conversations:read',
  tool: false,
  analytics: needsValuePlan,
  input: z.strictObject({
    ...quality_filters,
    unassigned_only,
    rating: z.int().min(1).max(5).optional().describe('Only answers with this many stars'),
    answered_only: z.boolean().optional().describe('Only answered surveys'),
    include_total: include_total.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: countedPage(CsatResponse),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const sent = await toConditions(ctx, input, part`r.sent_at`)
    const rating = input.rating === undefined ? emptyPart : part`and r.rating = ${input.rating}`
    const answered = input.answered_only ? part`and r.rating is not null` : emptyPart
    const met = part`${sent} ${rating} ${answered}`
    const total = await countAll(ctx, input, part`${surveys.visibleSurveys(ctx)} ${met}`)
    const rows = await surveys.list(ctx, met, after, limit)
    return { ...toPage(ctx, input, rows, (response) => [response.sent_at, response.id]), ...total }
  },
})
