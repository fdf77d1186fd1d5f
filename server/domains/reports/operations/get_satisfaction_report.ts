import { z } from 'zod'
import { window_input } from '#contract/report-inputs.ts'
import { daysOf } from '#contract/report-periods.ts'
import { day, line } from '#contract/scalars.ts'
import { emptyPart, part } from '#db/sql.ts'
import { summarise } from '#domains/conversations/surveys/rules.ts'
import { tallyByDayAndAgent } from '#domains/conversations/surveys/store.ts'
import { inRange, localDay, resolveWindow } from '#domains/reports/date-range.ts'
import { agentFields, headerFields, toHeader } from '#domains/reports/header.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { rate } from '#domains/reports/rules.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'

const count = z.int()
const sums = {
  surveys_sent: count,
  surveys_answered: count,
  response_rate: z.number().nullable().describe('surveys_answered in percent of surveys_sent; null if none was sent'),
  average_rating: z.number().nullable().describe('Average stars, 1 to 5; null without answers'),
}
const RATINGS = [5, 4, 3, 2, 1] as const

export const get_satisfaction_report = operation({
  summary: 'Report on customer satisfaction: surveys sent and answered and their ratings, by day and agent.',
  description:
    'A survey counts on the day it was sent, for the agent assigned then. list_csat_responses lists single answers with their comments.',
  rest: 'GET /reports/satisfaction',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    ...window_input,
    agent: line.optional().describe('Only surveys of the conversations of this agent, by name, e-mail or id'),
  }),
  output: z.object({
    ...headerFields,
    totals: z.object(sums),
    by_rating: z
      .array(
        z.object({
          rating: z.int(),
          count: count.describe('Answers with these stars'),
          share: z.number().nullable().describe('Percent of all answers'),
        }),
      )
      .describe('Best rating first'),
    daily: z.array(z.object({ day, ...sums })).describe('One row per local day, including days without surveys'),
    by_agent: z.array(z.object({ ...agentFields, ...sums })).describe('Most surveys first'),
  }),

  async run(ctx, input) {
    const [{ days, inbox_id }, agent] = await Promise.all([
      resolveWindow(ctx, input),
      input.agent === undefined ? undefined : agents.getMember(ctx, input.agent, 'agent'),
    ])
    const met = part`
      ${inRange(part`r.sent_at`, days)} ${inbox_id === undefined ? emptyPart : part`and r.inbox_id = ${inbox_id}`}
      ${agent ? part`and r.assignee_id = ${agent.id}` : emptyPart}`
    const sent_on = localDay(part`r.sent_at`, days, ctx.actor.account.time_zone)
    const tallies = await tallyByDayAndAgent(ctx, met, sent_on)
    const byDay = new Map(tallies.flatMap((tally) => (tally.day === null ? [] : [[tally.day, tally]])))
    const { answered, distribution } = summarise([...byDay.values()])
    return {
      ...toHeader(ctx, days),
      totals: toSums([...byDay.values()]),
      by_rating: RATINGS.map((rating) => {
        const rated = distribution[rating]
        return { rating, count: rated, share: rate(rated, answered) }
      }),
      daily: daysOf(days).map((each) => ({ day: each, ...toSums(byDay.has(each) ? [byDay.get(each)!] : []) })),
      by_agent: tallies.flatMap((tally) => {
        if (tally.day !== null) return []
        const name = tally.agent?.name ?? labelsIn(ctx.actor.account.locale).unassigned
        return [{ agent: tally.agent, name, ...toSums([tally]) }]
      }),
    }
  },
})

function toSums(tallies: Parameters<typeof summarise>[0]) {
  const { asked, answered, response_rate, average } = summarise(tallies)
  return { surveys_sent: asked, surveys_answered: answered, response_rate, average_rating: average }
}
