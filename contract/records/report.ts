import { z } from 'zod'
import { day } from '#contract/scalars.ts'

const count = z.int()
const percent = z.number().nullable()

/** The local days of a report, both included. */
export const ReportDays = z.object({
  from: day.nullable().describe('First day; null: from the beginning'),
  to: day.describe('Last day, inclusive'),
})
export type ReportDays = z.output<typeof ReportDays>

/** A figure with its value in the comparable previous period. */
export const Compared = z.object({
  current: z.number().nullable(),
  previous: z.number().nullable().describe('Value in the comparable previous period; null if there is none'),
  change: z
    .number()
    .nullable()
    .describe('Change from previous to current in percent, one decimal; null if previous is 0 or missing'),
})
export type Compared = z.output<typeof Compared>

/** Money is never added across currencies. */
export const Money = z.object({
  currency: z.string().describe('Report currency: that of the pipeline, or of the workspace'),
  amount: z.number().describe('Sum in the report currency only'),
  by_currency: z
    .array(z.object({ currency: z.string(), amount: z.number(), count }))
    .describe('Sum and number of deals per currency, largest number first'),
  mixed_currency: z.boolean().describe('True if some deals are in another currency'),
  without_amount: count.describe('Deals without an amount: 0 in sums, excluded from averages'),
})
export type Money = z.output<typeof Money>

/** Limits of the distribution shown in charts. */
export const reply_steps = ['1m', '5m', '15m', '1h', '4h', '8h', '24h', 'more'] as const

/** Time to the first answer, in whole seconds. */
export const ReplyTimes = z.object({
  count: count.describe('Answered conversations'),
  mean_seconds: z.number().nullable().describe('Null if nothing was answered'),
  median_seconds: z.number().nullable().describe('Median'),
  p90_seconds: z.number().nullable().describe('90th percentile'),
  buckets: z
    .array(
      z.object({ within: z.enum(reply_steps), count, share: percent.describe('Percent of answered conversations') }),
    )
    .describe('Number within 1 minute, between 1 and 5 minutes, and so on'),
})
export type ReplyTimes = z.output<typeof ReplyTimes>

/** Conversations of a day, an agent, an inbox or all together, in numbers and mean times. */
export const ConversationMetrics = z.object({
  key: z.string().describe('The day, or the id of the agent or inbox; agent 0 is nobody'),
  conversations: count.describe('Conversations created; always 0 for an agent'),
  assigned: count.describe('Conversations assigned, each once per agent'),
  incoming_messages: count,
  outgoing_messages: count.describe('Public messages of people and of the AI agent'),
  resolutions: count.describe('Conversations resolved now, by the day of their last resolution'),
  bot_resolutions: count.describe('Of these, resolved by the AI agent or a bot'),
  bot_handovers: count.describe('Conversations first handed over to people'),
  first_responses: count.describe('Conversations first answered by a person, by the day of the question'),
  first_response_mean_seconds: z.number().nullable(),
  business_hours_mean_seconds: z.number().nullable().describe('The same within business hours'),
  resolution_mean_seconds: z.number().nullable().describe('Mean time from the opening to the resolution'),
  answers: count.describe('Answers of people to waiting customers'),
  answer_mean_seconds: z.number().nullable().describe('Mean time these customers waited'),
})
export type ConversationMetrics = z.output<typeof ConversationMetrics>
