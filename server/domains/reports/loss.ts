import { z } from 'zod'
import { Money } from '#contract/records/report.ts'

const percent = z.number().nullable()

/** What was lost for one reason. */
export const Loss = z.object({
  reason: z.string().nullable().describe('As the catalog called it at closing; null where none was kept'),
  name: z.string().describe('How the reason is shown; says so where there is none'),
  count: z.int().describe('Opportunities that are lost for it, with their close date on these days'),
  share: percent.describe('Percent of all that were lost'),
  amount: Money.describe('What they would have been worth'),
  amount_share: percent.describe('Percent of the amount of all that were lost, in the report currency alone'),
})
export type Loss = z.output<typeof Loss>

/** The same of leads, which are lost in the words of whoever loses them. */
export const LeadLoss = Loss.extend({
  reason: z.string().nullable().describe('In the words of whoever lost it, as mostly written; null for none'),
  count: z
    .int()
    .describe(
      'Leads that are lost (unqualified), by when they came to their lost stage, or were last marked so where they are in none',
    ),
  amount: Money.describe('What they were estimated to be worth'),
  amount_share: percent.describe('Percent of the estimate of all leads lost, in the report currency alone'),
})
