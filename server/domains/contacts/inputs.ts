import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { attributes, day, id, line, text, written } from '#contract/scalars.ts'

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

export const identifier = line.describe('What your own systems call the contact. Unique in the workspace.')

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

/** What only programs ask: any combination of conditions. */
export const moreFilters = {
  ...contactFilters,
  filter: Filter.optional().describe(
    'Conditions on name, email, phone_number, identifier, city, country, company_name, job_title, bio, blocked, created_at, ' +
      'last_activity_at, labels and custom_attributes.<key>, as JSON',
  ),
  view_id: id.optional().describe('A saved view of contacts, whose filter is added to the others'),
}

const sortable = [
  'created_at',
  'name',
  'email',
  'phone_number',
  'last_activity_at',
  'company_name',
  'city',
  'country',
] as const
export type SortKey = (typeof sortable)[number]

/** The orders a list can have; a minus turns it round. */
export const sorts = sortable.flatMap((key): (SortKey | `-${SortKey}`)[] => [key, `-${key}`])

/** For callers that page by number; they neither get a cursor nor give one. */
export const numbered = {
  sort: z
    .enum(sorts)
    .optional()
    .describe('Another order than newest first; a minus turns it round. What lacks the field comes last.'),
  offset: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('How many to pass over. With sort or offset no cursor is given back or taken.'),
}
