import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import { qualityFilters, toConditions } from '#domains/conversations/quality.ts'
import { summarise } from '#domains/conversations/survey-rules.ts'
import * as surveys from '#domains/conversations/surveys.ts'
import { operation } from '#kernel/operation.ts'

const count = z.int()
const sums = {
  asked: count.describe('Surveys that were sent'),
  answered: count,
  response_rate: z.number().nullable().describe('Percent of those asked; null where nobody was'),
  average: z.number().nullable().describe('Stars, 1 to 5; null where nobody answered'),
  distribution: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }).describe('How many gave so many stars'),
}

export const get_csat_summary = operation({
  summary: 'Sum up how satisfied customers are: how many were asked and answered, the average, and each agent’s.',
  description: 'A survey counts on the day it was sent, and for the agent who had the conversation then.',
  rest: 'GET /csat-summary',
  permission: 'reports:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject(qualityFilters),
  output: z.object({
    ...sums,
    by_agent: z.array(
      z.object({ agent: z.object({ id, name: z.string() }).nullable().describe('null: nobody had it'), ...sums }),
    ),
  }),

  async run(ctx, input) {
    const tallies = await surveys.tally(ctx, await toConditions(ctx, input, part`r.sent_at`))
    return {
      ...summarise(tallies),
      by_agent: tallies.map((tally) => ({ agent: tally.agent, ...summarise([tally]) })),
    }
  },
})
