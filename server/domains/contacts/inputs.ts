import { z } from 'zod'
import { attributes, day, line, text, written } from '#contract/scalars.ts'

/** The fields of a contact as callers send them. */
export const contactFields = {
  phone_number: line.describe('Phone number, best with its country code: +573001234567. Unique in the workspace.'),
  email: line.describe('E-mail address. Unique in the workspace.'),
  city: line.describe('City'),
  country: line.describe('Country'),
  company_name: line.describe('Company the contact works for'),
  job_title: line.describe('Position in the company'),
  bio: text.describe('A few words about the contact'),
}

export const contactFilters = {
  query: written
    .max(200)
    .optional()
    .describe('Free text over name, e-mail and phone; parts of words, digits and missing accents are fine'),
  attributes: attributes
    .optional()
    .describe('Custom attributes the contact must have, exactly, e.g. {"city": "Bogotá"}'),
  labels: z
    .array(line)
    .max(20)
    .optional()
    .describe('Label titles, e.g. ["vip", "cliente"]; the contact must carry all of them'),
  has_open_conversation: z
    .boolean()
    .optional()
    .describe('True: only contacts with an open conversation; false: only those without'),
  period: z
    .enum(['today', 'week', 'month', 'all_time', 'custom'])
    .optional()
    .describe(
      'When the contact was created: today, this week (from Monday), this month, or between date_from and date_to. Default all_time.',
    ),
  date_from: day.optional().describe('First day, YYYY-MM-DD, with period=custom'),
  date_to: day.optional().describe('Last day, inclusive, YYYY-MM-DD, with period=custom'),
}
