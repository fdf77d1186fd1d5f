import { z } from 'zod'
import { CsatResponse } from '#contract/records/quality.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { nothing, part } from '#db/sql.ts'
import { isPlanned } from '#domains/conversations/filters.ts'
import { qualityFilters, toConditions } from '#domains/conversations/quality.ts'
import * as surveys from '#domains/conversations/surveys.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_csat_responses = operation({
  summary: 'List what customers were asked and said of how they were helped, the latest asked first.',
  rest: 'GET /csat-responses',
  permission: 'conversations:read',
  tool: false,
  analysis: isPlanned,
  input: z.strictObject({
    ...qualityFilters,
    rating: z.int().min(1).max(5).optional().describe('Only answers of so many stars'),
    answered_only: z.boolean().optional().describe('Leave out who has not answered'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(CsatResponse),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const asked = await toConditions(ctx, input, part`r.sent_at`)
    const rating = input.rating === undefined ? nothing : part`and r.rating = ${input.rating}`
    const answered = input.answered_only ? part`and r.rating is not null` : nothing
    const rows = await surveys.list(ctx, part`${asked} ${rating} ${answered}`, after, limit)
    return toPage(ctx, input, rows, (response) => [response.sent_at, response.id])
  },
})
