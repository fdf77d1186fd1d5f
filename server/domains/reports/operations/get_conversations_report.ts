import { z } from 'zod'
import { priorities } from '#contract/records/conversation.ts'
import { ReplyTimes } from '#contract/records/report.ts'
import { window_input } from '#contract/report-inputs.ts'
import { id, timestamp } from '#contract/scalars.ts'
import { listHours, listTotals } from '#domains/reports/activity.ts'
import type { Measure } from '#domains/reports/counts.ts'
import { headed, heading } from '#domains/reports/heading.ts'
import { toWeek } from '#domains/reports/overview-rules.ts'
import { replyTimes, unanswered } from '#domains/reports/replies.ts'
import { rate, total } from '#domains/reports/rules.ts'
import { countWaiting, listQueue } from '#domains/reports/snapshot.ts'
import { openWindow } from '#domains/reports/windows.ts'
import { operation } from '#kernel/operation.ts'

const LONGEST_QUEUE = 50

const count = z.int()
const named = z.object({ id, name: z.string() })

export const get_conversations_report = operation({
  summary:
    'Report on conversations: when customers write, how fast people and the AI agent answer first, and who is waiting now.',
  description:
    'Days and hours are of the time zone of the workspace. A conversation counts on the day the customer first wrote in it. GET /api/v1/reports/agent-response-times has these times by agent, GET /api/v1/reports/sla-breaches what was answered too late.',
  rest: 'GET /reports/conversations',
  permission: 'reports:read',
  analysis: () => true,
  input: z.strictObject(window_input),
  output: z.object({
    ...heading,
    heatmap: z
      .array(
        z.object({
          weekday: z.int().describe('1 is Monday, 7 is Sunday'),
          hour: z.int().describe('0 to 23, local'),
          count: count.describe('Messages customers wrote in this hour'),
        }),
      )
      .describe('168 cells, Monday 0 h first'),
    first_response: z.object({
      asked: count.describe('Conversations in which the customer first wrote on these days'),
      unanswered: count.describe('Of these, those no person has answered yet'),
      human: ReplyTimes.describe(
        'From what the customer first wrote to the first public message of a person; neither programs nor the AI agent end it',
      ),
      business_hours: ReplyTimes.describe(
        'The same in working time of the inbox; where it has no hours, every second counts',
      ),
      ai: ReplyTimes.describe('From what the customer first wrote to the first message of the AI agent'),
    }),
    ai: z.object({
      conversations: count.describe('Conversations in which the AI agent first wrote on these days'),
      messages: count.describe('Public messages it wrote on these days'),
      mean_seconds: z.number().nullable().describe('Its mean first response; null where it gave none'),
      handovers: count.describe('Conversations that first went from it to people on these days'),
      contained: count.describe('Of the conversations it wrote in, those resolved now without a message of a person'),
      containment_rate: z
        .number()
        .nullable()
        .describe('contained as a percentage of conversations; null where there are none'),
    }),
    queue: z
      .object({
        waiting: count.describe('Open conversations in which the customer waits for an answer'),
        breached: count.describe('Of these, those waiting longer than the target of the inbox'),
        items: z
          .array(
            z.object({
              conversation_id: id,
              url: z.string(),
              contact: named,
              inbox: named,
              assignee: named.nullable(),
              priority: z.enum(priorities),
              waiting_since: timestamp.describe('When the customer first wrote since the last answer'),
              waiting_seconds: count,
              due_at: timestamp
                .nullable()
                .describe('By when they are to be answered; null where the inbox has no target'),
              breached: z.boolean().describe('due_at has passed'),
            }),
          )
          .describe('The longest waiting first, fifty at most'),
      })
      .describe('As it is at this moment, whatever the days'),
  }),

  async run(ctx, input) {
    const { days, inbox_id } = await openWindow(ctx, input)
    const [hours, totals, replies, waiting, items] = await Promise.all([
      listHours(ctx, days, inbox_id),
      listTotals(ctx, ['asked', 'ai', 'ai_touched', 'handed_over'], days, inbox_id),
      replyTimes(ctx, ['human_reply', 'working_reply', 'ai_reply'], days, inbox_id, false),
      countWaiting(ctx, inbox_id),
      listQueue(ctx, inbox_id, LONGEST_QUEUE),
    ])
    const of = (measure: Measure, dim?: string) =>
      total(
        totals.filter((each) => each.measure === measure && (dim === undefined || each.dim === dim)),
        'count',
      )
    const [human = unanswered, business_hours = unanswered, ai = unanswered] = [
      replies.get('human_reply'),
      replies.get('working_reply'),
      replies.get('ai_reply'),
    ]
    const asked = of('asked')
    return {
      ...headed(ctx, days),
      heatmap: toWeek(hours),
      // Somebody may ask and be answered between the two readings.
      first_response: { asked, unanswered: Math.max(0, asked - human.count), human, business_hours, ai },
      ai: {
        conversations: of('ai_touched'),
        messages: of('ai'),
        mean_seconds: ai.mean_seconds,
        handovers: of('handed_over'),
        contained: of('ai_touched', 'contained'),
        containment_rate: rate(of('ai_touched', 'contained'), of('ai_touched')),
      },
      queue: { ...waiting, items },
    }
  },
})
