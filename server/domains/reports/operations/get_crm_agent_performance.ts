import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import { limit } from '#contract/scalars.ts'
import * as deals from '#domains/reports/sales/deals.ts'
import { toHeader, headerFields, pipelineField, toRef, agentFields } from '#domains/reports/header.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import * as owners from '#domains/reports/sales/owners.ts'
import { byAmountWon, performanceByOwner, toPerformance } from '#domains/reports/sales/performance-rules.ts'
import * as pipelines from '#domains/reports/sales/pipelines.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const count = z.int()

const figures = {
  won: count.describe('Opportunities won, by close date'),
  lost: count.describe('Opportunities lost, by close date'),
  open: count.describe('Opportunities open now, whenever created'),
  open_created_in_period: count.describe('Of these, created in the period'),
  amount_won: Money.describe('Amount of the won opportunities'),
  win_rate: z.number().nullable().describe('Percent won of all closed; null if none was closed'),
  average_ticket: z
    .number()
    .nullable()
    .describe('Mean amount of won opportunities with an amount, in the report currency; null if there is none'),
}

export const get_crm_agent_performance = operation({
  summary: 'Compare owners of opportunities: won, lost, open, amount won and win rate, largest amount first.',
  description: 'By current owner. Unassigned opportunities are a row of their own.',
  rest: 'GET /reports/agent-performance',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({
    pipeline_name,
    ...period_input,
    limit: limit.optional().describe('Number of owners to return, 1 to 100. Default 25. Totals include all'),
  }),
  output: z.object({
    ...headerFields,
    pipeline: pipelineField,
    total_agents: count.describe('Number of owners, returned or not; unassigned counts as one'),
    totals: z.object(figures).describe('Figures of all owners'),
    agents: z
      .array(z.object({ ...agentFields, ...figures }))
      .describe('Owners with opportunities won or lost in the period, or open now'),
  }),

  async run(ctx, { pipeline_name: name, limit: max_agents = 25, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const pipeline = await pipelines.find(ctx, name, 'opportunities')
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const [closed, open, names] = await Promise.all([
      deals.listClosedByOwner(ctx, scope, range),
      deals.listOpenByOwner(ctx, scope, range),
      owners.listNames(ctx),
    ])
    const labels = labelsIn(account.locale)
    const agents = [...performanceByOwner(closed, open, currency)]
      .map(([id, figures]) => ({ ...owners.toOwner(id, names, labels), ...figures }))
      .sort(byAmountWon)
    return {
      ...toHeader(ctx, range),
      pipeline: pipeline ? toRef(pipeline) : null,
      total_agents: agents.length,
      totals: toPerformance(closed, open, currency),
      agents: agents.slice(0, max_agents),
    }
  },
})
