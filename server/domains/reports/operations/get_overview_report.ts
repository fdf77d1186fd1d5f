import { z } from 'zod'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { channels } from '#contract/records/inbox.ts'
import { Compared, Money, ReportDays } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { day } from '#contract/scalars.ts'
import { listShares } from '#domains/reports/activity.ts'
import { daysIn, headed, heading } from '#domains/reports/heading.ts'
import { listSources } from '#domains/reports/newcomers.ts'
import { readSeries } from '#domains/reports/overview.ts'
import { breakDown, type Figure, figures, inAll } from '#domains/reports/overview-rules.ts'
import { replyTimes, unanswered } from '#domains/reports/replies.ts'
import { compared, rate } from '#domains/reports/rules.ts'
import { countOpen } from '#domains/reports/snapshot.ts'
import { openWindow } from '#domains/reports/windows.ts'
import { operation } from '#kernel/operation.ts'

const MOST_SOURCES = 100

const count = z.int()
const share = z.number().nullable().describe('Percent of all; null where there is nothing')

/** What each figure counts, and by which day. */
const meaning: Record<Figure, string> = {
  conversations: 'Conversations created, by the day they were',
  incoming_messages: 'Messages customers wrote, by the day they did',
  human_messages: 'Public messages people of the team wrote; neither notes, nor programs, rules or campaigns',
  ai_messages: 'Public messages the AI agent wrote',
  resolved: 'Conversations that are resolved now, by the day they last were; one that was reopened is not',
  contacts: 'Contacts created; with inbox_id those who first wrote to it',
  leads: 'Leads created; with inbox_id those whose contact first wrote to it',
  opportunities: 'Opportunities created; with inbox_id those whose contact first wrote to it',
  won: 'Opportunities that are won now, by their close date',
  revenue: 'Amount of these won opportunities, in the workspace currency alone; revenue has the other currencies',
}

export const get_overview_report = operation({
  summary:
    'Report on everything at a glance: key figures beside those of the previous period, day by day, and where contacts come from.',
  description:
    'Days are of the time zone of the workspace. get_conversations_report, get_agents_report and get_crm_report go into detail.',
  rest: 'GET /reports/overview',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...heading,
    previous_days: ReportDays.describe('The equally long window before'),
    kpis: z.object({
      ...(Object.fromEntries(figures.map((figure) => [figure, Compared.describe(meaning[figure])])) as Record<
        Figure,
        typeof Compared
      >),
      first_response_mean_seconds: Compared.describe(
        'Mean time from what a customer first wrote to the first answer of a person, of conversations asked on these days; null where none was answered',
      ),
      first_response_median_seconds: Compared.describe('The middle one of these times'),
    }),
    now: z
      .object({
        open: count.describe('Conversations that are open'),
        unassigned: count.describe('Open conversations nobody has'),
        unread: count.describe('Open conversations in which a customer wrote after somebody last looked'),
      })
      .describe('As it is at this moment, whatever the days'),
    revenue: Money.describe('What the won opportunities of these days are worth, each currency by itself'),
    daily: z
      .array(
        z.object({
          day,
          ...(Object.fromEntries(
            figures.map((figure) => [figure, (figure === 'revenue' ? z.number() : count).describe(meaning[figure])]),
          ) as Record<Figure, z.ZodNumber>),
        }),
      )
      .describe('One row for every local day, also where nothing happened'),
    by_status: z
      .array(z.object({ status: z.enum(statuses), count, share }))
      .describe('Conversations created on these days, by their status now'),
    by_channel: z
      .array(z.object({ channel: z.enum(channels), count, share }))
      .describe('The same, by the channel of their inbox'),
    by_priority: z
      .array(z.object({ priority: z.enum(priorities), count, share }))
      .describe('The same, by their priority now'),
    attribution: z
      .array(z.object({ source: z.string(), contacts: count, share: share.describe('Percent of these contacts') }))
      .describe(
        'Contacts created on these days by utm_source, else source, else the channel they first wrote by, else directo; the hundred largest',
      ),
  }),

  async run(ctx, input) {
    const { default_currency } = ctx.actor.account
    const window = await openWindow(ctx, input)
    const { days, previous, inbox_id } = window
    const [series, shares, sources, now, replies, before] = await Promise.all([
      readSeries(ctx, window, default_currency),
      listShares(ctx, days, inbox_id),
      listSources(ctx, days, inbox_id, MOST_SOURCES),
      countOpen(ctx, inbox_id),
      replyTimes(ctx, ['human_reply'], days, inbox_id, false),
      replyTimes(ctx, ['human_reply'], previous, inbox_id, false),
    ])
    const [current, earlier] = [inAll(series.daily), inAll(series.before)]
    const [times, timesBefore] = [replies, before].map((each) => each.get('human_reply') ?? unanswered)
    return {
      ...headed(ctx, days),
      previous_days: daysIn(previous),
      kpis: {
        ...(Object.fromEntries(figures.map((figure) => [figure, compared(current[figure], earlier[figure])])) as Record<
          Figure,
          Compared
        >),
        first_response_mean_seconds: compared(times!.mean_seconds, timesBefore!.mean_seconds),
        first_response_median_seconds: compared(times!.median_seconds, timesBefore!.median_seconds),
      },
      now,
      revenue: series.revenue,
      daily: series.daily,
      by_status: breakDown(shares, 'status'),
      by_channel: breakDown(shares, 'channel'),
      by_priority: breakDown(shares, 'priority'),
      attribution: sources.map((each) => ({ ...each, share: rate(each.contacts, current.contacts) })),
    }
  },
})
