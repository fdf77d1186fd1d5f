import { z } from 'zod'
import { window_input } from '#contract/report-inputs.ts'
import { id, line, timestamp } from '#contract/scalars.ts'
import { listAgentCounts } from '#domains/reports/activity.ts'
import { idsOf, workOf } from '#domains/reports/agent-rules.ts'
import { type Agent, listAgents } from '#domains/reports/agents.ts'
import { listAgain, listHandled } from '#domains/reports/assigned.ts'
import { headed, heading } from '#domains/reports/heading.ts'
import { keyOf, replyTimes, unanswered } from '#domains/reports/replies.ts'
import { openWindow, type Window } from '#domains/reports/windows.ts'
import { wordsIn } from '#domains/reports/words.ts'
import { pick } from '#domains/workspace/reference.ts'
import { type Context, operation } from '#kernel/operation.ts'

const MOST_CONVERSATIONS = 100

const count = z.int()
const seconds = z.number().nullable()
const percent = z.number().nullable()
const named = z.object({ id, name: z.string() })

export const get_agents_report = operation({
  summary:
    'Report on agents: conversations each was given and resolved, how fast each answers first, and how much each writes.',
  description:
    'Give agent to see, besides, the conversations behind the figures of one of them. Days are of the time zone of the workspace.',
  rest: 'GET /reports/agents',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject({
    ...window_input,
    agent: line
      .optional()
      .describe('Agent, by display name, e-mail or id; adds their conversations with first responses'),
  }),
  output: z.object({
    ...heading,
    agents: z
      .array(
        z.object({
          agent: named,
          name: z.string(),
          active: z.boolean().describe('False for who no longer works here'),
          assigned: count.describe('Conversations they were given on these days, each once'),
          resolved: count.describe('Of these, those resolved now, or resolved while they were theirs'),
          resolution_rate: percent.describe('resolved as a percentage of assigned; null where nothing was assigned'),
          first_responses: count.describe(
            'Conversations asked on these days in which theirs is the first answer of a person, whoever has them',
          ),
          first_response_mean_seconds: seconds.describe(
            'Mean time from what the customer first wrote to that answer; null where there is none',
          ),
          first_response_median_seconds: seconds.describe('The middle one of these times'),
          business_hours_mean_seconds: seconds.describe('Their mean in working time of the inboxes'),
          messages: count.describe('Public messages they wrote on these days'),
        }),
      )
      .describe('Everyone who can be given conversations, also with zeros, and who left with something on these days'),
    conversations: z
      .array(
        z.object({
          conversation_id: id,
          url: z.string(),
          contact: named,
          inbox: named,
          assigned_at: timestamp.nullable().describe('When it was given to them on these days; null: it was not'),
          asked_at: timestamp.nullable().describe('When the customer first wrote'),
          replied_by: named.nullable().describe('Who gave the first answer of a person; null: nobody yet'),
          first_response_seconds: z.int().nullable().describe('From asked_at to that answer'),
          business_hours_seconds: z.int().nullable().describe('The same in working time of the inbox'),
          resolved: z.boolean().describe('It is resolved now, or was while it was theirs'),
        }),
      )
      .nullable()
      .describe(
        'With agent: what they were given or answered first, newest first, a hundred at most; null without agent',
      ),
    note: z.string().nullable().describe('Says so where there are more conversations than are shown'),
  }),

  async run(ctx, { agent, ...asked }) {
    const window = await openWindow(ctx, asked)
    const { days, inbox_id } = window
    const [counts, again, replies] = await Promise.all([
      listAgentCounts(ctx, ['assigned', 'human', 'working_reply'], days, inbox_id),
      listAgain(ctx, days, inbox_id),
      replyTimes(ctx, ['human_reply'], days, inbox_id, true),
    ])
    const agents = await listAgents(ctx, idsOf(replies, counts, again))
    const handled = agent === undefined ? undefined : await handledBy(ctx, agents, agent, window)
    return {
      ...headed(ctx, days),
      agents: agents.map(({ id, name, active }) => ({
        agent: { id, name },
        name,
        active,
        ...workOf(id, counts, again, replies.get(keyOf('human_reply', id)) ?? unanswered),
      })),
      conversations: handled?.slice(0, MOST_CONVERSATIONS) ?? null,
      note: handled && handled.length > MOST_CONVERSATIONS ? wordsIn(ctx.actor.account.locale).newest_hundred : null,
    }
  },
})

function handledBy(ctx: Context, agents: readonly Agent[], agent: string, { days, inbox_id }: Window) {
  const names = ({ name, email }: Agent) => [name, email]
  const { id } = pick(agents, { name: agent }, { what: 'agent', fields: ['agent', 'agent'], names })
  return listHandled(ctx, id, days, inbox_id, MOST_CONVERSATIONS)
}
