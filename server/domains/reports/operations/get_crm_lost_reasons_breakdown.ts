import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import * as deals from '#domains/reports/deals.ts'
import { headed, heading, ofPipeline, toNamed } from '#domains/reports/heading.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { LeadLoss, Loss } from '#domains/reports/loss.ts'
import * as leads from '#domains/reports/lost-leads.ts'
import * as pipelines from '#domains/reports/pipelines.ts'
import { losses, ownWords } from '#domains/reports/reason-rules.ts'
import { money } from '#domains/reports/rules.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MOST_WORDS = 100

const count = z.int()

export const get_crm_lost_reasons_breakdown = operation({
  summary: 'Break lost opportunities down by reason: how many, and what they would have been worth.',
  description:
    'By the close date. Reasons are called as they were when the opportunity was closed. Lost leads are a list of their own.',
  rest: 'GET /reports/lost-reasons',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({ pipeline_name, ...period_input }),
  output: z.object({
    ...heading,
    pipeline: ofPipeline,
    total: z
      .object({ count, amount: Money })
      .describe('All opportunities that are lost, with their close date in the period'),
    reasons: z.array(Loss).describe('The most frequent first, then by amount'),
    total_leads: count.describe('Leads that are lost (unqualified), and were so in the period'),
    total_lead_reasons: count.describe('How many different reasons they have, returned or not'),
    leads: z.array(LeadLoss).describe('Lost leads by reason, the most frequent hundred'),
  }),

  async run(ctx, { pipeline_name: asked, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const pipeline = await pipelines.find(ctx, asked)
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const [lostDeals, lostLeads] = await Promise.all([
      deals.lostByReason(ctx, scope, range),
      leads.lostByReason(ctx, scope, range),
    ])
    const { no_reason } = wordsIn(account.locale)
    const lead_reasons = losses(lostLeads, currency, no_reason, ownWords)
    const countOf = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)
    return {
      ...headed(ctx, range),
      pipeline: pipeline ? toNamed(pipeline) : null,
      total: { count: countOf(lostDeals), amount: money(lostDeals, currency) },
      reasons: losses(lostDeals, currency, no_reason),
      total_leads: countOf(lostLeads),
      total_lead_reasons: lead_reasons.length,
      leads: lead_reasons.slice(0, MOST_WORDS),
    }
  },
})
