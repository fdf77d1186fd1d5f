import { z } from 'zod'
import { ReplyTimes } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { id } from '#contract/scalars.ts'
import { listAgentCounts } from '#domains/reports/activity.ts'
import { answersOf, idsOf } from '#domains/reports/agent-rules.ts'
import { listAgents } from '#domains/reports/agents.ts'
import { headed, heading } from '#domains/reports/heading.ts'
import { keyOf, replyTimes, unanswered } from '#domains/reports/replies.ts'
import { openWindow } from '#domains/reports/windows.ts'
import { operation } from '#kernel/operation.ts'

const times = {
  first_response: ReplyTimes.describe(
    'From what the customer first wrote to the first public message of a person, by the day of the question and for its author',
  ),
  business_hours: ReplyTimes.describe('The same in working time of the inbox; without hours every second counts'),
  answers: z
    .object({
      count: z.int().describe('Times a person answered a customer who was waiting, by the day of the answer'),
      mean_seconds: z.number().nullable().describe('How long these customers had waited; null where there are none'),
    })
    .describe('Every answer, not only the first of a conversation'),
}

const kinds = ['human_reply', 'working_reply'] as const

export const get_agent_response_times = operation({
  summary: 'Report on how fast each agent answers: first responses, also in business hours, and every answer after.',
  description: 'Credited to whoever wrote the answer, not to whoever has the conversation.',
  rest: 'GET /reports/agent-response-times',
  permission: 'reports:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...heading,
    totals: z.object(times).describe('Of everybody together'),
    agents: z
      .array(
        z.object({
          agent: z.object({ id, name: z.string() }),
          name: z.string(),
          active: z.boolean().describe('False for who no longer works here'),
          ...times,
        }),
      )
      .describe('Everyone who can be given conversations, also with zeros, and who left with answers on these days'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await openWindow(ctx, input)
    const [all, each, answers] = await Promise.all([
      replyTimes(ctx, kinds, days, inbox_id, false),
      replyTimes(ctx, kinds, days, inbox_id, true),
      listAgentCounts(ctx, ['answer'], days, inbox_id),
    ])
    const agents = await listAgents(ctx, idsOf(each, answers))
    return {
      ...headed(ctx, days),
      totals: {
        first_response: all.get('human_reply') ?? unanswered,
        business_hours: all.get('working_reply') ?? unanswered,
        answers: answersOf(answers),
      },
      agents: agents.map(({ id, name, active }) => ({
        agent: { id, name },
        name,
        active,
        first_response: each.get(keyOf('human_reply', id)) ?? unanswered,
        business_hours: each.get(keyOf('working_reply', id)) ?? unanswered,
        answers: answersOf(answers.filter(({ agent_id }) => agent_id === id)),
      })),
    }
  },
})
