import { z } from 'zod'
import { window_input } from '#contract/report-inputs.ts'
import { id, line, timestamp } from '#contract/scalars.ts'
import { listAgentCounts } from '#domains/reports/conversations/counts.ts'
import { agentIds, summariseWork } from '#domains/reports/agents/rules.ts'
import { type Agent, listAgents } from '#domains/reports/agents/store.ts'
import { listReassigned, listHandled } from '#domains/reports/agents/assignments.ts'
import { nameContact, shown_names } from '#domains/reports/customer-names.ts'
import { toHeader, headerFields } from '#domains/reports/header.ts'
import { groupKey, getReplyTimes, no_replies } from '#domains/reports/conversations/reply-times.ts'
import { resolveWindow, type ReportWindow } from '#domains/reports/date-range.ts'
import { labelsIn } from '#domains/reports/labels.ts'
import { pick } from '#domains/workspace/pick.ts'
import { type Context, operation } from '#kernel/operation.ts'

const MAX_CONVERSATIONS = 100

const count = z.int()
const seconds = z.number().nullable()
const percent = z.number().nullable()
const named = z.object({ id, name: z.string() })

export const get_agents_report = operation({
  summary: 'Report on agents: assigned and resolved conversations, first response times and messages of each.',
  description:
    'Give agent to add the conversations behind the figures of one of them. Days are in the workspace time zone.',
  rest: 'GET /reports/agents',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject({
    ...window_input,
    agent: line.optional().describe('Agent, by name, e-mail or id; adds their conversations with first responses'),
  }),
  output: z.object({
    ...headerFields,
    agents: z
      .array(
        z.object({
          agent: named,
          name: z.string(),
          active: z.boolean().describe('False for agents who have left'),
          assigned: count.describe('Conversations assigned to them on these days, each once'),
          resolved: count.describe('Of these, resolved now or while assigned to them'),
          resolution_rate: percent.describe('resolved in percent of assigned; null if none was assigned'),
          first_responses: count.describe(
            'Conversations started on these days that they answered first, regardless of the assignee',
          ),
          first_response_mean_seconds: seconds.describe(
            'Mean time from the first message of the customer to that answer; null if there is none',
          ),
          first_response_median_seconds: seconds.describe('Median of these times'),
          business_hours_mean_seconds: seconds.describe('Their mean within business hours'),
          messages: count.describe('Public messages they wrote on these days'),
        }),
      )
      .describe('All active agents, and former ones with activity on these days'),
    conversations: z
      .array(
        z.object({
          conversation_id: id,
          url: z.string(),
          contact: z.object({ id, name: z.string().describe(shown_names.contact) }),
          inbox: named,
          assigned_at: timestamp.nullable().describe('When it was assigned to them on these days; null if it was not'),
          asked_at: timestamp.nullable().describe('When the customer first wrote'),
          replied_by: named.nullable().describe('Author of the first answer by a person; null if none yet'),
          first_response_seconds: z.int().nullable().describe('Seconds from asked_at to that answer'),
          business_hours_seconds: z.int().nullable().describe('The same within business hours'),
          resolved: z.boolean().describe('Whether it is resolved now or was while assigned to them'),
        }),
      )
      .nullable()
      .describe(
        'With agent: conversations assigned to or first answered by them, newest first, at most 100; null without agent',
      ),
    note: z.string().nullable().describe('Hint if there are more conversations than shown'),
  }),

  async run(ctx, { agent, ...input }) {
    const window = await resolveWindow(ctx, input)
    const { days, inbox_id } = window
    const [counts, reassigned, replies] = await Promise.all([
      listAgentCounts(ctx, ['assigned', 'human', 'working_reply'], days, inbox_id),
      listReassigned(ctx, days, inbox_id),
      getReplyTimes(ctx, ['human_reply'], days, inbox_id, true),
    ])
    const agents = await listAgents(ctx, agentIds(replies, counts, reassigned))
    const handled = agent === undefined ? undefined : await handledBy(ctx, agents, agent, window)
    return {
      ...toHeader(ctx, days),
      agents: agents.map(({ id, name, active }) => ({
        agent: { id, name },
        name,
        active,
        ...summariseWork(id, counts, reassigned, replies.get(groupKey('human_reply', id)) ?? no_replies),
      })),
      conversations:
        handled?.slice(0, MAX_CONVERSATIONS).map((each) => ({ ...each, contact: nameContact(ctx, each.contact) })) ??
        null,
      note: handled && handled.length > MAX_CONVERSATIONS ? labelsIn(ctx.actor.account.locale).newest_hundred : null,
    }
  },
})

function handledBy(ctx: Context, agents: readonly Agent[], agent: string, { days, inbox_id }: ReportWindow) {
  const names = ({ name, email }: Agent) => [name, email]
  const { id } = pick(agents, { name: agent }, { what: 'agent', fields: ['agent', 'agent'], names })
  return listHandled(ctx, id, days, inbox_id, MAX_CONVERSATIONS)
}
