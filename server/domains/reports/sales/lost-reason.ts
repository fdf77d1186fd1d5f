import { z } from 'zod'
import { Money } from '#contract/records/report.ts'

const percent = z.number().nullable()

/** Losses for one reason. */
export const Loss = z.object({
  reason: z.string().nullable().describe('Name of the lost reason at closing; null if none'),
  name: z.string().describe('Display name of the reason, or a label for none'),
  count: z.int().describe('Opportunities lost for this reason, by close date'),
  share: percent.describe('Percent of all losses'),
  amount: Money.describe('Amount of these opportunities'),
  amount_share: percent.describe('Percent of the lost amount, in the report currency only'),
})
export type Loss = z.output<typeof Loss>

/** The same for leads, whose lost reasons are free text. */
export const LeadLoss = Loss.extend({
  reason: z.string().nullable().describe('Free-text reason in its most frequent spelling; null for none'),
  count: z.int().describe('Lost (unqualified) leads, by when they entered their lost stage or were last marked lost'),
  amount: Money.describe('Estimated value of these leads'),
  amount_share: percent.describe('Percent of the estimated value of all lost leads, in the report currency only'),
})
