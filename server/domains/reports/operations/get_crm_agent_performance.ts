import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { limit } from '#contract/scalars.ts'
import * as deals from '#domains/reports/deals.ts'
import { headed, heading, ofPipeline, toNamed, whose } from '#domains/reports/heading.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import * as owners from '#domains/reports/owners.ts'
import { best, byOwner, performance } from '#domains/reports/performance-rules.ts'
import * as pipelines from '#domains/reports/pipelines.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()

const figures = {
  won: count.describe('Opportunities won, with their close date in the period'),
  lost: count.describe('Opportunities lost, with their close date in the period'),
  open: count.describe('Opportunities that are open now, whenever they were created'),
  open_created_in_period: count.describe('Those of them that were created in the period'),
  amount_won: Money.describe('What those won are worth'),
  win_rate: z.number().nullable().describe('Percent won of won and lost; null where nothing was closed'),
  average_ticket: z
    .number()
    .nullable()
    .describe('Mean amount of those won that have one, in the report currency; null where none has'),
}

export const get_crm_agent_performance = operation({
  summary: 'Compare owners of opportunities: won, lost and open, amount won and win rate, largest amount first.',
  description: 'By who owns them now. What nobody owns is a row of its own.',
  rest: 'GET /reports/agent-performance',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({
    pipeline_name,
    ...period_input,
    limit: limit.optional().describe('How many owners to return, 1 to 100. Default 25. The totals count all of them'),
  }),
  output: z.object({
    ...heading,
    pipeline: ofPipeline,
    total_agents: count.describe('How many owners there are, returned or not; nobody counts as one'),
    totals: z.object(figures).describe('All owners together'),
    agents: z
      .array(z.object({ ...whose, ...figures }))
      .describe('Everyone with opportunities won or lost in the period, or open now'),
  }),

  async run(ctx, { pipeline_name: asked, limit: most = 25, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const pipeline = await pipelines.find(ctx, asked, 'opportunities')
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const [closed, open, names] = await Promise.all([
      deals.closedByOwner(ctx, scope, range),
      deals.openByOwner(ctx, scope, range),
      owners.names(ctx),
    ])
    const words = wordsIn(account.locale)
    const agents = [...byOwner(closed, open, currency)]
      .map(([id, figures]) => ({ ...owners.whoseIs(id, names, words), ...figures }))
      .sort(best)
    return {
      ...headed(ctx, range),
      pipeline: pipeline ? toNamed(pipeline) : null,
      total_agents: agents.length,
      totals: performance(closed, open, currency),
      agents: agents.slice(0, most),
    }
  },
})
