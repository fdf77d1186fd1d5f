import { z } from 'zod'
import { ReplyTimes } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { id } from '#contract/scalars.ts'
import { listAgentCounts } from '#domains/reports/conversations/counts.ts'
import { summariseAnswers, agentIds } from '#domains/reports/agents/rules.ts'
import { listAgents } from '#domains/reports/agents/store.ts'
import { toHeader, headerFields } from '#domains/reports/header.ts'
import { groupKey, getReplyTimes, no_replies } from '#domains/reports/conversations/reply-times.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { operation } from '#kernel/operation.ts'

const times = {
  first_response: ReplyTimes.describe(
    'Time from the first message of the customer to the first public one of a person, credited to its author on the day of the question',
  ),
  business_hours: ReplyTimes.describe(
    'The same within business hours of the inbox; without business hours every second counts',
  ),
  answers: z
    .object({
      count: z.int().describe('Answers to waiting customers, by the day of the answer'),
      mean_seconds: z.number().nullable().describe('Mean waiting time of these customers; null if there are none'),
    })
    .describe('All answers, not only the first of a conversation'),
}

const kinds = ['human_reply', 'working_reply'] as const

export const get_agent_response_times = operation({
  summary: 'Report on the response times of each agent: first responses, also in business hours, and all answers.',
  description: 'Answers are credited to their author, not to the assignee of the conversation.',
  rest: 'GET /reports/agent-response-times',
  permission: 'reports:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...headerFields,
    totals: z.object(times).describe('Figures of all agents'),
    agents: z
      .array(
        z.object({
          agent: z.object({ id, name: z.string() }),
          name: z.string(),
          active: z.boolean().describe('False for agents who have left'),
          ...times,
        }),
      )
      .describe('All active agents, and former ones with answers on these days'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await resolveWindow(ctx, input)
    const [all, byAgent, answers] = await Promise.all([
      getReplyTimes(ctx, kinds, days, inbox_id, false),
      getReplyTimes(ctx, kinds, days, inbox_id, true),
      listAgentCounts(ctx, ['answer'], days, inbox_id),
    ])
    const agents = await listAgents(ctx, agentIds(byAgent, answers))
    return {
      ...toHeader(ctx, days),
      totals: {
        first_response: all.get('human_reply') ?? no_replies,
        business_hours: all.get('working_reply') ?? no_replies,
        answers: summariseAnswers(answers),
      },
      agents: agents.map(({ id, name, active }) => ({
        agent: { id, name },
        name,
        active,
        first_response: byAgent.get(groupKey('human_reply', id)) ?? no_replies,
        business_hours: byAgent.get(groupKey('working_reply', id)) ?? no_replies,
        answers: summariseAnswers(answers.filter(({ agent_id }) => agent_id === id)),
      })),
    }
  },
})
