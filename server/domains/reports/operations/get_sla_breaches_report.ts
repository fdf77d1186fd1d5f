import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { sla_kinds } from '#contract/records/quality.ts'
import { window_input } from '#contract/report-inputs.ts'
import { daysOf } from '#contract/report-periods.ts'
import { day, id } from '#contract/scalars.ts'
import { listTotals } from '#domains/reports/activity.ts'
import { listAgents } from '#domains/reports/agents.ts'
import { at, atNamed, sumsOf } from '#domains/reports/breach-rules.ts'
import { listBreaches } from '#domains/reports/breaches.ts'
import { headed, heading } from '#domains/reports/heading.ts'
import { rate, total } from '#domains/reports/rules.ts'
import { openWindow } from '#domains/reports/windows.ts'
import { wordsIn } from '#domains/reports/words.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

const count = z.int()
const named = z.object({ id, name: z.string() })
const sums = {
  total: count.describe('Promises that were not kept, by the day they ran out'),
  first_response: count.describe('Customers whose first message was not answered in time'),
  next_response: count.describe('Customers who wrote again and were not answered in time'),
  resolution: count.describe('Conversations not resolved in time'),
}

export const get_sla_breaches_report = operation({
  summary: 'Report on promises to customers that were not kept, by day, kind, inbox, agent, team and priority.',
  description:
    'Inbox, agent, team and priority are those of the moment it happened. list_sla_breaches has each of them.',
  rest: 'GET /reports/sla-breaches',
  permission: 'reports:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...heading,
    totals: z.object(sums),
    asked: count.describe('Conversations in which the customer first wrote on these days'),
    first_response_breach_rate: z
      .number()
      .nullable()
      .describe(
        'first_response as a percentage of asked; null where nobody asked. Each counts on its own day, so that it may pass 100',
      ),
    daily: z.array(z.object({ day, ...sums })).describe('One row for every local day, also where nothing was missed'),
    by_kind: z.array(
      z.object({ kind: z.enum(sla_kinds), count, share: z.number().nullable().describe('Percent of all') }),
    ),
    by_inbox: z.array(z.object({ inbox: named.nullable(), name: z.string(), ...sums })).describe('Most first'),
    by_agent: z
      .array(z.object({ agent: named.nullable().describe('null: nobody had it'), name: z.string(), ...sums }))
      .describe('By who had the conversation then, most first'),
    by_team: z
      .array(z.object({ team: named.nullable().describe('null: it was of no team'), name: z.string(), ...sums }))
      .describe('By the team of the conversation then, most first'),
    by_priority: z
      .array(z.object({ priority: z.enum(priorities), ...sums }))
      .describe('By the priority of the conversation then'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await openWindow(ctx, input)
    const [groups, asked] = await Promise.all([
      listBreaches(ctx, days, inbox_id),
      listTotals(ctx, ['asked'], days, inbox_id),
    ])
    const whose = groups.flatMap(({ by, key }) => (by === 'agent' && key !== null ? [key] : []))
    const [places, people, crews] = await Promise.all([inboxes.list(ctx), listAgents(ctx, whose), teams.list(ctx)])
    const { unassigned, no_team } = wordsIn(ctx.actor.account.locale)
    const totals = sumsOf(groups.filter(({ by }) => by === 'day'))
    const all = total(asked, 'count')
    return {
      ...headed(ctx, days),
      totals,
      asked: all,
      first_response_breach_rate: rate(totals.first_response, all),
      daily: at(groups, 'day', daysOf(days)).map(({ key, ...rest }) => ({ day: key, ...rest })),
      by_kind: sla_kinds.map((kind) => ({ kind, count: totals[kind], share: rate(totals[kind], totals.total) })),
      by_inbox: atNamed(groups, 'inbox', places, unassigned).map(({ who, ...rest }) => ({ inbox: who, ...rest })),
      by_agent: atNamed(groups, 'agent', people, unassigned).map(({ who, ...rest }) => ({ agent: who, ...rest })),
      by_team: atNamed(groups, 'team', crews, no_team).map(({ who, ...rest }) => ({ team: who, ...rest })),
      by_priority: at(groups, 'priority', priorities).map(({ key, ...rest }) => ({ priority: key, ...rest })),
    }
  },
})
