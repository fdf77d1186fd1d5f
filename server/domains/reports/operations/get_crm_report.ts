import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { listTotals } from '#domains/reports/conversations/counts.ts'
import * as origins from '#domains/reports/sales/attribution.ts'
import { toAttribution, toSources } from '#domains/reports/sales/attribution-rules.ts'
import { averageTicket } from '#domains/reports/sales/conversion-rules.ts'
import * as deals from '#domains/reports/sales/deals.ts'
import { toHeader, headerFields, agentFields } from '#domains/reports/header.ts'
import { Loss } from '#domains/reports/sales/lost-reason.ts'
import * as owners from '#domains/reports/sales/owners.ts'
import { byAmountWon, performanceByOwner } from '#domains/reports/sales/performance-rules.ts'
import { toLosses } from '#domains/reports/sales/lost-reason-rules.ts'
import { money, rate, total } from '#domains/reports/rules.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { operation } from '#kernel/operation.ts'

const MAX_ORIGINS = 100

const count = z.int()
const percent = z.number().nullable()
const average_ticket_field = z
  .number()
  .nullable()
  .describe('Revenue per won opportunity with an amount, in the report currency; null if there is none')
const steps = ['conversations', 'leads', 'opportunities', 'won'] as const

export const get_crm_report = operation({
  summary:
    'Report on sales: funnel from conversations to won deals, revenue by owner and origin, losses and attribution.',
  description:
    'With inbox_id it is limited to contacts who first wrote to that inbox, with their leads and opportunities. Days are in the workspace time zone.',
  rest: 'GET /reports/crm',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...headerFields,
    basis: z
      .literal('activity')
      .describe('Each step counts events of these days by their own date; it does not follow one cohort'),
    funnel: z
      .array(
        z.object({
          step: z.enum(steps),
          count: count.describe(
            'Conversations, leads and opportunities created on these days; won opportunities by close date',
          ),
          step_rate: percent.describe(
            'Percent of the previous step; may exceed 100, as it is not the same cohort. null for the first step and after a 0',
          ),
        }),
      )
      .describe('From conversations to won opportunities'),
    lead_to_won_cohort: z
      .object({
        leads: count.describe('Leads created on these days'),
        won: count.describe('Of these, leads whose opportunity is won now, whenever it was won'),
        rate: percent.describe('Percent of these leads; null if there are none'),
      })
      .describe('One cohort of leads followed until now'),
    won: count.describe('Opportunities won, by close date'),
    revenue: Money.describe('Amount of these'),
    average_ticket: average_ticket_field,
    by_owner: z
      .array(
        z.object({
          ...agentFields,
          won: count.describe('Won by close date, by current owner'),
          revenue: Money.describe('Amount of these'),
          average_ticket: average_ticket_field,
        }),
      )
      .describe('Owners with won opportunities, largest revenue first'),
    by_origin: z
      .array(
        z.object({
          source: z.string().nullable().describe('utm_source of the opportunity; null if none'),
          name: z.string().describe('Display name of the origin, or a label for none'),
          won: count.describe('Won by close date'),
          revenue: Money.describe('Amount of these'),
        }),
      )
      .describe('Origins of won opportunities, largest revenue first, at most 100'),
    losses: z.array(Loss).describe('Lost opportunities by reason, most frequent first'),
    total_origins: count.describe('Number of rows of attribution without its limit'),
    attribution: z
      .array(
        z.object({
          source: z.string().nullable().describe('utm_source, or the source label of a contact; null if unknown'),
          medium: z.string().nullable().describe('utm_medium'),
          campaign: z.string().nullable().describe('utm_campaign in lower case'),
          contacts: count.describe('Contacts created on these days'),
          leads: count.describe('Leads created on these days'),
          opportunities: count.describe('Opportunities created on these days'),
          won: count.describe('Opportunities won, by close date'),
          revenue: Money.describe('Amount of the won opportunities'),
          lead_to_won: percent.describe('Percent of these leads whose opportunity is won now; null if there are none'),
        }),
      )
      .describe('Origins of contacts, leads and opportunities, largest revenue first, at most 100'),
  }),

  async run(ctx, input) {
    const { default_currency: currency, locale } = ctx.actor.account
    const { days, inbox_id } = await resolveWindow(ctx, input)
    const [conversations, contacts, leads, opportunities, won, closed, lost, names] = await Promise.all([
      listTotals(ctx, ['created'], days, inbox_id),
      origins.countContacts(ctx, days, inbox_id),
      origins.countLeads(ctx, days, inbox_id),
      origins.countOpportunities(ctx, days, inbox_id),
      origins.sumWon(ctx, days, inbox_id),
      deals.listClosedByOwner(ctx, { inbox_id }, days),
      deals.listLostByReason(ctx, { inbox_id }, days),
      owners.listNames(ctx),
    ])
    const labels = labelsIn(locale)
    const counts = [conversations, leads, opportunities, won].map((rows) => total(rows, 'count'))
    const cohort = { leads: total(leads, 'count'), won: total(leads, 'won') }
    const rows = toAttribution({ contacts, leads, opportunities, won }, currency)
    const wins = closed.filter(({ status }) => status === 'won')
    return {
      ...toHeader(ctx, days),
      basis: 'activity' as const,
      funnel: steps.map((step, i) => ({
        step,
        count: counts[i]!,
        step_rate: i === 0 ? null : rate(counts[i]!, counts[i - 1]!),
      })),
      lead_to_won_cohort: { ...cohort, rate: rate(cohort.won, cohort.leads) },
      won: counts[3]!,
      revenue: money(won, currency),
      average_ticket: averageTicket(won, currency),
      by_owner: [...performanceByOwner(wins, [], currency)]
        .map(([id, figures]) => ({ ...owners.toOwner(id, names, labels), ...figures }))
        .sort(byAmountWon)
        .map(({ agent, name, won: count, amount_won, average_ticket }) => ({
          agent,
          name,
          won: count,
          revenue: amount_won,
          average_ticket,
        })),
      by_origin: toSources(won, currency)
        .slice(0, MAX_ORIGINS)
        .map((each) => ({ ...each, name: each.source ?? labels.no_origin })),
      losses: toLosses(lost, currency, labels.no_reason),
      total_origins: rows.length,
      attribution: rows.slice(0, MAX_ORIGINS),
    }
  },
  async note() {
    return (
      'Each step of funnel counts its own date in the period, so it is not one cohort; lead_to_won_cohort follows the leads created in it. ' +
      'Stage by stage: get_crm_funnel; win rate and cycle: get_crm_conversion_report.'
    )
  },
})
