import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { period_input } from '#contract/report-inputs.ts'
import { periodOf } from '#contract/report-periods.ts'
import * as deals from '#domains/reports/sales/deals.ts'
import { toHeader, headerFields, pipelineField, toRef } from '#domains/reports/header.ts'
import { pipeline_name } from '#domains/reports/inputs.ts'
import { LeadLoss, Loss } from '#domains/reports/sales/lost-reason.ts'
import * as leads from '#domains/reports/sales/lost-leads.ts'
import * as pipelines from '#domains/reports/sales/pipelines.ts'
import { toLosses } from '#domains/reports/sales/lost-reason-rules.ts'
import { money, total } from '#domains/reports/rules.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

const MAX_LEAD_REASONS = 100

const count = z.int()

export const get_crm_lost_reasons_breakdown = operation({
  summary: 'Break down lost opportunities by reason, with count and amount.',
  description: 'By close date, with reason names as of closing. Lost leads are a separate list.',
  rest: 'GET /reports/lost-reasons',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({ pipeline_name, ...period_input }),
  output: z.object({
    ...headerFields,
    pipeline: pipelineField,
    total: z.object({ count, amount: Money }).describe('All lost opportunities, by close date'),
    reasons: z.array(Loss).describe('Most frequent first, then by amount'),
    total_leads: count.describe('Leads lost (unqualified) in the period'),
    total_lead_reasons: count.describe('Number of different reasons of lost leads, returned or not'),
    leads: z.array(LeadLoss).describe('Lost leads by reason, the 100 most frequent'),
  }),

  async run(ctx, { pipeline_name: name, ...period }) {
    const { account } = ctx.actor
    const range = periodOf(period, ctx.now, account.time_zone, reject)
    const pipeline = await pipelines.find(ctx, name)
    const scope = { pipeline_id: pipeline?.id }
    const currency = pipeline?.default_currency ?? account.default_currency
    const [lostDeals, lostLeads] = await Promise.all([
      deals.listLostByReason(ctx, scope, range),
      leads.listLostByReason(ctx, scope, range),
    ])
    const { no_reason } = labelsIn(account.locale)
    const lead_reasons = toLosses(lostLeads, currency, no_reason)
    return {
      ...toHeader(ctx, range),
      pipeline: pipeline ? toRef(pipeline) : null,
      total: { count: total(lostDeals, 'count'), amount: money(lostDeals, currency) },
      reasons: toLosses(lostDeals, currency, no_reason),
      total_leads: total(lostLeads, 'count'),
      total_lead_reasons: lead_reasons.length,
      leads: lead_reasons.slice(0, MAX_LEAD_REASONS),
    }
  },
})
