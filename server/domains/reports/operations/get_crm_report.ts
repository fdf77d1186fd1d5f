import { z } from 'zod'
import { Money } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { listTotals } from '#domains/reports/activity.ts'
import * as origins from '#domains/reports/attribution.ts'
import { add, attribution, bySource } from '#domains/reports/attribution-rules.ts'
import { ticket } from '#domains/reports/conversion-rules.ts'
import * as deals from '#domains/reports/deals.ts'
import { headed, heading, whose } from '#domains/reports/heading.ts'
import { Loss } from '#domains/reports/loss.ts'
import * as owners from '#domains/reports/owners.ts'
import { best, byOwner } from '#domains/reports/performance-rules.ts'
import { losses } from '#domains/reports/reason-rules.ts'
import { money, rate } from '#domains/reports/rules.ts'
import { openWindow } from '#domains/reports/windows.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { operation } from '#kernel/operation.ts'

const MOST_ORIGINS = 100

const count = z.int()
const percent = z.number().nullable()
const ticket_of = z
  .number()
  .nullable()
  .describe(
    'Revenue divided by the won opportunities with an amount, in the report currency; null where there are none',
  )
const steps = ['conversations', 'leads', 'opportunities', 'won'] as const

export const get_crm_report = operation({
  summary:
    'Report on sales: from conversations to leads, opportunities and won ones, revenue by owner and origin, losses, attribution.',
  description:
    'With inbox_id it is about contacts who first wrote to that inbox, and their leads and opportunities. Days are of the time zone of the workspace.',
  rest: 'GET /reports/crm',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...heading,
    basis: z
      .literal('activity')
      .describe(
        'Each step of the funnel counts what happened on these days, by its own date, not one group followed on',
      ),
    funnel: z
      .array(
        z.object({
          step: z.enum(steps),
          count: count.describe(
            'Conversations, leads and opportunities created on these days; opportunities that are won, with their close date on them',
          ),
          step_rate: percent.describe(
            'Percent of the step before. They are not the same people, so it may pass 100; null for the first, and where the step before is 0',
          ),
        }),
      )
      .describe('From conversations to won opportunities'),
    lead_to_won_cohort: z
      .object({
        leads: count.describe('Leads created on these days'),
        won: count.describe('Those of them whose opportunity is won now, whenever it was'),
        rate: percent.describe('Percent of these leads; null where there are none'),
      })
      .describe('The same leads followed to this day'),
    won: count.describe('Opportunities that are won, with their close date on these days'),
    revenue: Money.describe('What those are worth'),
    average_ticket: ticket_of,
    by_owner: z
      .array(
        z.object({
          ...whose,
          won: count.describe('Won by the close date, by who owns them now'),
          revenue: Money.describe('What those are worth'),
          average_ticket: ticket_of,
        }),
      )
      .describe('Owners with something won, largest revenue first'),
    by_origin: z
      .array(
        z.object({
          source: z.string().nullable().describe('The utm_source of the opportunity; null where it has none'),
          name: z.string().describe('How the origin is shown; says so where there is none'),
          won: count.describe('Won by the close date'),
          revenue: Money.describe('What those are worth'),
        }),
      )
      .describe('Origins of what was won, largest revenue first; the largest hundred'),
    losses: z.array(Loss).describe('Lost opportunities by reason, the most frequent first'),
    total_origins: count.describe('How many rows attribution would have without its limit'),
    attribution: z
      .array(
        z.object({
          source: z.string().nullable().describe('utm_source, or the source label of a contact; null where unknown'),
          medium: z.string().nullable().describe('utm_medium'),
          campaign: z.string().nullable().describe('utm_campaign, in small letters'),
          contacts: count.describe('Contacts created on these days'),
          leads: count.describe('Leads created on these days'),
          opportunities: count.describe('Opportunities created on these days'),
          won: count.describe('Opportunities won, by the close date'),
          revenue: Money.describe('What those won are worth'),
          lead_to_won: percent.describe(
            'Percent of these leads whose opportunity is won now; null where there are none',
          ),
        }),
      )
      .describe('Where everything came from, largest revenue first; the largest hundred'),
  }),

  async run(ctx, input) {
    const { default_currency: currency, locale } = ctx.actor.account
    const { days, inbox_id } = await openWindow(ctx, input)
    const [conversations, contacts, leads, opportunities, won, closed, lost, names] = await Promise.all([
      listTotals(ctx, ['created'], days, inbox_id),
      origins.contacts(ctx, days, inbox_id),
      origins.leads(ctx, days, inbox_id),
      origins.opportunities(ctx, days, inbox_id),
      origins.won(ctx, days, inbox_id),
      deals.closedByOwner(ctx, { inbox_id }, days),
      deals.lostByReason(ctx, { inbox_id }, days),
      owners.names(ctx),
    ])
    const words = wordsIn(locale)
    const counts = [conversations, leads, opportunities, won].map((rows) => add(rows, 'count'))
    const cohort = { leads: add(leads, 'count'), won: add(leads, 'won') }
    const rows = attribution({ contacts, leads, opportunities, won }, currency)
    const wins = closed.filter(({ status }) => status === 'won')
    return {
      ...headed(ctx, days),
      basis: 'activity' as const,
      funnel: steps.map((step, i) => ({
        step,
        count: counts[i]!,
        step_rate: i === 0 ? null : rate(counts[i]!, counts[i - 1]!),
      })),
      lead_to_won_cohort: { ...cohort, rate: rate(cohort.won, cohort.leads) },
      won: counts[3]!,
      revenue: money(won, currency),
      average_ticket: ticket(won, currency),
      by_owner: [...byOwner(wins, [], currency)]
        .map(([id, figures]) => ({ ...owners.whoseIs(id, names, words), ...figures }))
        .sort(best)
        .map(({ agent, name, won: count, amount_won, average_ticket }) => ({
          agent,
          name,
          won: count,
          revenue: amount_won,
          average_ticket,
        })),
      by_origin: bySource(won, currency)
        .slice(0, MOST_ORIGINS)
        .map((each) => ({ ...each, name: each.source ?? words.no_origin })),
      losses: losses(lost, currency, words.no_reason),
      total_origins: rows.length,
      attribution: rows.slice(0, MOST_ORIGINS),
    }
  },
})
