import { z } from 'zod'
import { day } from '#contract/scalars.ts'

const count = z.int()
const percent = z.number().nullable()

/** The local days a report is about, both included. */
export const ReportDays = z.object({
  from: day.nullable().describe('First day; null: from the beginning'),
  to: day.describe('Last day, included'),
})
export type ReportDays = z.output<typeof ReportDays>

/** A figure beside what it was in the comparable previous period. */
export const Compared = z.object({
  current: z.number().nullable(),
  previous: z.number().nullable().describe('In the comparable previous period; null where there is none'),
  change: z
    .number()
    .nullable()
    .describe('Percent from previous to current, one decimal; null where previous is 0 or absent'),
})
export type Compared = z.output<typeof Compared>

/** Money is never added across currencies. */
export const Money = z.object({
  currency: z.string().describe('The report currency: that of the pipeline, else of the workspace'),
  amount: z.number().describe('The sum in the report currency alone'),
  by_currency: z
    .array(z.object({ currency: z.string(), amount: z.number(), count }))
    .describe('Every currency with its own sum and how many deals, largest count first'),
  mixed_currency: z.boolean().describe('True where some of it is in another currency than the report currency'),
  without_amount: count.describe('Deals without an amount: 0 in sums, left out of averages'),
})
export type Money = z.output<typeof Money>

/** The distribution's limits, as a chart shows them. */
export const reply_steps = ['1m', '5m', '15m', '1h', '4h', '8h', '24h', 'more'] as const

/** How long customers waited for the first answer, in whole seconds. */
export const ReplyTimes = z.object({
  count: count.describe('Conversations that were answered'),
  mean_seconds: z.number().nullable().describe('Null where nothing was answered'),
  median_seconds: z.number().nullable().describe('The middle one; of two middle ones their mean'),
  p90_seconds: z.number().nullable().describe('Nine of ten were answered within this time'),
  buckets: z
    .array(z.object({ within: z.enum(reply_steps), count, share: percent.describe('Percent of those answered') }))
    .describe('How many within 1 minute, within 5 but not 1, and so on'),
})
export type ReplyTimes = z.output<typeof ReplyTimes>
