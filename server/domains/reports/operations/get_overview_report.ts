import { z } from 'zod'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/channels.ts'
import { Compared, Money, ReportDays } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { day } from '#contract/scalars.ts'
import { listCreatedGroups } from '#domains/reports/conversations/counts.ts'
import { toDays, toHeader, headerFields } from '#domains/reports/header.ts'
import { listSources } from '#domains/reports/overview/created-counts.ts'
import { readDailySeries } from '#domains/reports/overview/daily-series.ts'
import { toBreakdown, type Figure, figures, sumDays, summarise } from '#domains/reports/overview/rules.ts'
import { getReplyTimes, no_replies } from '#domains/reports/conversations/reply-times.ts'
import { compare, rate } from '#domains/reports/rules.ts'
import { countOpen } from '#domains/reports/conversations/open-now.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { operation } from '#kernel/operation.ts'

const MAX_SOURCES = 100

const count = z.int()
const share = z.number().nullable().describe('Percent of all; null if there is nothing')

/** Descriptions of the figures. */
const descriptions: Record<Figure, string> = {
  conversations: 'Conversations created',
  incoming_messages: 'Messages from customers',
  human_messages: 'Public messages by people; no notes, programs, rules or campaigns',
  ai_messages: 'Public messages by the AI agent',
  resolved: 'Conversations resolved now, by the day of their last resolution; reopened ones do not count',
  contacts: 'Contacts created; with inbox_id those who first wrote to it',
  leads: 'Leads created; with inbox_id those whose contact first wrote to it',
  opportunities: 'Opportunities created; with inbox_id those whose contact first wrote to it',
  won: 'Opportunities won, by close date',
  revenue: 'Amount of the won opportunities in the workspace currency; revenue has the other currencies',
}

export const get_overview_report = operation({
  summary:
    'Report on everything at a glance: key figures compared with the previous period, daily series and sources of contacts.',
  description:
    'Days are in the workspace time zone. Details: get_conversations_report, get_agents_report and get_crm_report.',
  rest: 'GET /reports/overview',
  permission: 'reports:read',
  tool: { shorten: summarise },
  analytics: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...headerFields,
    previous_days: ReportDays.describe('The previous period of the same length'),
    kpis: z.object({
      ...(Object.fromEntries(figures.map((figure) => [figure, Compared.describe(descriptions[figure])])) as Record<
        Figure,
        typeof Compared
      >),
      first_response_mean_seconds: Compared.describe(
        'Mean time from the first message of a customer to the first answer by a person, of conversations started on these days; null if none was answered',
      ),
      first_response_median_seconds: Compared.describe('Median of these times'),
    }),
    now: z
      .object({
        open: count.describe('Open conversations'),
        unassigned: count.describe('Open conversations without an assignee'),
        unread: count.describe('Open conversations with unread messages'),
      })
      .describe('Current state, independent of the days'),
    revenue: Money.describe('Amount of the opportunities won on these days, per currency'),
    daily: z
      .array(
        z.object({
          day,
          ...(Object.fromEntries(
            figures.map((figure) => [
              figure,
              (figure === 'revenue' ? z.number() : count).describe(descriptions[figure]),
            ]),
          ) as Record<Figure, z.ZodNumber>),
        }),
      )
      .describe('One row per local day, including days without activity'),
    by_status: z
      .array(z.object({ status: z.enum(statuses), count, share }))
      .describe('Conversations created on these days, by current status'),
    by_channel: z
      .array(z.object({ channel: z.enum(channels), count, share }))
      .describe('The same, by the channel of their inbox'),
    by_priority: z
      .array(z.object({ priority: z.enum(priorities), count, share }))
      .describe('The same, by current priority'),
    attribution: z
      .array(z.object({ source: z.string(), contacts: count, share: share.describe('Percent of these contacts') }))
      .describe(
        'Contacts created on these days by utm_source, otherwise source, otherwise first channel, otherwise directo; the 100 largest',
      ),
  }),

  async run(ctx, input) {
    const { default_currency } = ctx.actor.account
    const window = await resolveWindow(ctx, input)
    const { days, previous, inbox_id } = window
    const [series, groups, sources, now, replies, before] = await Promise.all([
      readDailySeries(ctx, window, default_currency),
      listCreatedGroups(ctx, days, inbox_id),
      listSources(ctx, days, inbox_id, MAX_SOURCES),
      countOpen(ctx, inbox_id),
      getReplyTimes(ctx, ['human_reply'], days, inbox_id, false),
      getReplyTimes(ctx, ['human_reply'], previous, inbox_id, false),
    ])
    const [current, earlier] = [sumDays(series.daily), sumDays(series.before)]
    const [times, timesBefore] = [replies, before].map((each) => each.get('human_reply') ?? no_replies)
    return {
      ...toHeader(ctx, days),
      previous_days: toDays(previous),
      kpis: {
        ...(Object.fromEntries(figures.map((figure) => [figure, compare(current[figure], earlier[figure])])) as Record<
          Figure,
          Compared
        >),
        first_response_mean_seconds: compare(times!.mean_seconds, timesBefore!.mean_seconds),
        first_response_median_seconds: compare(times!.median_seconds, timesBefore!.median_seconds),
      },
      now,
      revenue: series.revenue,
      daily: series.daily,
      by_status: toBreakdown(groups, 'status'),
      by_channel: toBreakdown(groups, 'channel'),
      by_priority: toBreakdown(groups, 'priority'),
      attribution: sources.map((each) => ({ ...each, share: rate(each.contacts, current.contacts) })),
    }
  },
})
