import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import { quality_filters, toConditions } from '#domains/conversations/filters/quality.ts'
import { summarise } from '#domains/conversations/surveys/rules.ts'
import * as surveys from '#domains/conversations/surveys/store.ts'
import { operation } from '#kernel/operation.ts'

const count = z.int()
const sums = {
  asked: count.describe('Surveys sent'),
  answered: count,
  response_rate: z.number().nullable().describe('Percent of surveys answered; null when none was sent'),
  average: z.number().nullable().describe('Average stars, 1 to 5; null without answers'),
  distribution: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }).describe('Number of answers by stars'),
}

export const get_csat_summary = operation({
  summary: 'Summarise customer satisfaction: surveys sent and answered, average rating, and the same per agent.',
  description: 'A survey counts on the day it was sent, for the agent assigned then.',
  rest: 'GET /csat-summary',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject(quality_filters),
  output: z.object({
    ...sums,
    by_agent: z.array(
      z.object({ agent: z.object({ id, name: z.string() }).nullable().describe('null: unassigned'), ...sums }),
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
