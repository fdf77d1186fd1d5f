import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { sla_kinds } from '#contract/records/quality.ts'
import { window_input } from '#contract/report-inputs.ts'
import { daysOf } from '#contract/report-periods.ts'
import { day, id } from '#contract/scalars.ts'
import { listTotals } from '#domains/reports/conversations/counts.ts'
import { listAgents } from '#domains/reports/agents/store.ts'
import { sumsByKey, sumsByName, toSums } from '#domains/reports/sla/rules.ts'
import { listBreaches } from '#domains/reports/sla/breaches.ts'
import { toHeader, headerFields } from '#domains/reports/header.ts'
import { rate, total } from '#domains/reports/rules.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as teams from '#domains/workspace/teams.ts'
import { operation } from '#kernel/operation.ts'

const count = z.int()
const named = z.object({ id, name: z.string() })
const sums = {
  total: count.describe('SLA breaches, by the day the target was missed'),
  first_response: count.describe('First messages not answered in time'),
  next_response: count.describe('Later messages not answered in time'),
  resolution: count.describe('Conversations not resolved in time'),
}

export const get_sla_breaches_report = operation({
  summary: 'Report on SLA breaches by day, kind, inbox, agent, team and priority.',
  description:
    'Inbox, agent, team and priority are those at the time of the breach. list_sla_breaches lists single breaches.',
  rest: 'GET /reports/sla-breaches',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...headerFields,
    totals: z.object(sums),
    asked: count.describe('Conversations whose first customer message was on these days'),
    first_response_breach_rate: z
      .number()
      .nullable()
      .describe(
        'first_response in percent of asked; null if asked is 0. May exceed 100, as both count on their own day',
      ),
    daily: z.array(z.object({ day, ...sums })).describe('One row per local day, including days without breaches'),
    by_kind: z.array(
      z.object({ kind: z.enum(sla_kinds), count, share: z.number().nullable().describe('Percent of all') }),
    ),
    by_inbox: z.array(z.object({ inbox: named.nullable(), name: z.string(), ...sums })).describe('Most first'),
    by_agent: z
      .array(z.object({ agent: named.nullable().describe('null if unassigned'), name: z.string(), ...sums }))
      .describe('By assignee at the time, most first'),
    by_team: z
      .array(z.object({ team: named.nullable().describe('null if without a team'), name: z.string(), ...sums }))
      .describe('By team at the time, most first'),
    by_priority: z.array(z.object({ priority: z.enum(priorities), ...sums })).describe('By priority at the time'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await resolveWindow(ctx, input)
    const [groups, started] = await Promise.all([
      listBreaches(ctx, days, inbox_id),
      listTotals(ctx, ['asked'], days, inbox_id),
    ])
    const agent_ids = groups.flatMap(({ by, key }) => (by === 'agent' && key !== null ? [key] : []))
    const [all_inboxes, agents, all_teams] = await Promise.all([
      inboxes.list(ctx),
      listAgents(ctx, agent_ids),
      teams.list(ctx),
    ])
    const { unassigned, no_team } = labelsIn(ctx.actor.account.locale)
    const totals = toSums(groups.filter(({ by }) => by === 'day'))
    const asked = total(started, 'count')
    return {
      ...toHeader(ctx, days),
      totals,
      asked,
      first_response_breach_rate: rate(totals.first_response, asked),
      daily: sumsByKey(groups, 'day', daysOf(days)).map(({ key, ...rest }) => ({ day: key, ...rest })),
      by_kind: sla_kinds.map((kind) => ({ kind, count: totals[kind], share: rate(totals[kind], totals.total) })),
      by_inbox: sumsByName(groups, 'inbox', all_inboxes, unassigned).map(({ record, ...rest }) => ({
        inbox: record,
        ...rest,
      })),
      by_agent: sumsByName(groups, 'agent', agents, unassigned).map(({ record, ...rest }) => ({
        agent: record,
        ...rest,
      })),
      by_team: sumsByName(groups, 'team', all_teams, no_team).map(({ record, ...rest }) => ({ team: record, ...rest })),
      by_priority: sumsByKey(groups, 'priority', priorities).map(({ key, ...rest }) => ({ priority: key, ...rest })),
    }
  },
})
