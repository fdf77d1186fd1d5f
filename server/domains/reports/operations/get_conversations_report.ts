import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { ReplyTimes } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { id, timestamp } from '#contract/scalars.ts'
import { listWeekHours, listTotals } from '#domains/reports/conversations/counts.ts'
import type { Measure } from '#domains/reports/rollup/report-rows.ts'
import { nameContact, shown_names } from '#domains/reports/customer-names.ts'
import { toHeader, headerFields } from '#domains/reports/header.ts'
import { toWeekHours } from '#domains/reports/overview/rules.ts'
import { getReplyTimes, no_replies } from '#domains/reports/conversations/reply-times.ts'
import { rate, total } from '#domains/reports/rules.ts'
import { countWaiting, listQueue } from '#domains/reports/conversations/open-now.ts'
import { resolveWindow } from '#domains/reports/date-range.ts'
import { operation } from '#kernel/operation.ts'

const MAX_QUEUE = 50

const count = z.int()
const named = z.object({ id, name: z.string() })

export const get_conversations_report = operation({
  summary:
    'Report on conversations: when customers write, first response times of people and the AI agent, and who is waiting now.',
  description:
    'Days and hours are in the workspace time zone. A conversation counts on the day of its first customer message. By agent: get_agents_report.',
  rest: 'GET /reports/conversations',
  permission: 'reports:read',
  analytics: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...headerFields,
    heatmap: z
      .array(
        z.object({
          weekday: z.int().describe('1 is Monday, 7 is Sunday'),
          hour: z.int().describe('Local hour, 0 to 23'),
          count: count.describe('Incoming messages in this hour'),
        }),
      )
      .describe('168 hours, starting Monday 0 h'),
    first_response: z.object({
      asked: count.describe('Conversations whose first customer message was on these days'),
      unanswered: count.describe('Of these, not yet answered by a person'),
      human: ReplyTimes.describe(
        'Time from the first message of the customer to the first public one of a person; programs and the AI agent do not count',
      ),
      business_hours: ReplyTimes.describe(
        'The same within business hours of the inbox; without business hours every second counts',
      ),
      ai: ReplyTimes.describe('Time from the first message of the customer to the first one of the AI agent'),
    }),
    ai: z.object({
      conversations: count.describe('Conversations whose first message of the AI agent was on these days'),
      messages: count.describe('Public messages of the AI agent on these days'),
      mean_seconds: z.number().nullable().describe('Mean first response of the AI agent; null if there is none'),
      handovers: count.describe('Conversations first handed over to people on these days'),
      contained: count.describe('Of these conversations, resolved now without a message of a person'),
      containment_rate: z.number().nullable().describe('contained in percent of conversations; null if there are none'),
    }),
    queue: z
      .object({
        waiting: count.describe('Open conversations waiting for an answer'),
        breached: count.describe('Of these, waiting longer than the SLA target of the inbox'),
        items: z
          .array(
            z.object({
              conversation_id: id,
              url: z.string(),
              contact: z.object({ id, name: z.string().describe(shown_names.contact) }),
              inbox: named,
              assignee: named.nullable(),
              priority: z.enum(priorities),
              waiting_since: timestamp.describe('First customer message since the last answer'),
              waiting_seconds: count,
              due_at: timestamp.nullable().describe('When the answer is due; null if the inbox has no SLA target'),
              breached: z.boolean().describe('Whether due_at has passed'),
            }),
          )
          .describe('Longest waiting first, at most 50'),
      })
      .describe('Current state, independent of the days'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await resolveWindow(ctx, input)
    const [hours, totals, replies, waiting, items] = await Promise.all([
      listWeekHours(ctx, days, inbox_id),
      listTotals(ctx, ['asked', 'ai', 'ai_touched', 'handed_over'], days, inbox_id),
      getReplyTimes(ctx, ['human_reply', 'working_reply', 'ai_reply'], days, inbox_id, false),
      countWaiting(ctx, inbox_id),
      listQueue(ctx, inbox_id, MAX_QUEUE),
    ])
    const of = (measure: Measure, dim?: string) =>
      total(
        totals.filter((each) => each.measure === measure && (dim === undefined || each.dim === dim)),
        'count',
      )
    const [human = no_replies, business_hours = no_replies, ai = no_replies] = [
      replies.get('human_reply'),
      replies.get('working_reply'),
      replies.get('ai_reply'),
    ]
    const asked = of('asked')
    return {
      ...toHeader(ctx, days),
      heatmap: toWeekHours(hours),
      // A conversation may start and be answered between the two queries.
      first_response: { asked, unanswered: Math.max(0, asked - human.count), human, business_hours, ai },
      ai: {
        conversations: of('ai_touched'),
        messages: of('ai'),
        mean_seconds: ai.mean_seconds,
        handovers: of('handed_over'),
        contained: of('ai_touched', 'contained'),
        containment_rate: rate(of('ai_touched', 'contained'), of('ai_touched')),
      },
      queue: { ...waiting, items: items.map((each) => ({ ...each, contact: nameContact(ctx, each.contact) })) },
    }
  },
})
