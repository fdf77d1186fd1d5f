import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { attributes, day, id, line, text, written } from '#contract/scalars.ts'

export const contactFields = {
  phone_number: line.describe('Phone number, preferably with country code: +573001234567. Unique in the workspace.'),
  email: line.describe('E-mail address. Unique in the workspace.'),
  city: line.describe('City'),
  country: line.describe('Country'),
  company_name: line.describe('Company the contact works for'),
  job_title: line.describe('Position in the company'),
  bio: text.describe('Short description of the contact'),
}

export const identifier = line.describe('Id of the contact in your own systems. Unique in the workspace.')

export const contactFilters = {
  query: written
    .max(200)
    .optional()
    .describe('Text to find in name, e-mail and phone; partial words and missing accents match'),
  attributes: attributes.optional().describe('Exact custom attribute values, e.g. {"city": "Bogotá"}'),
  labels: z
    .array(line)
    .max(20)
    .optional()
    .describe('Label titles, e.g. ["vip", "cliente"]; the contact must have all of them'),
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

/** Adds filters that REST offers and tools don't. */
export const allFilters = {
  ...contactFilters,
  filter: Filter.optional().describe(
    'Conditions on name, email, phone_number, identifier, city, country, company_name, job_title, bio, blocked, created_at, ' +
      'last_activity_at, labels and custom_attributes.<key>, as JSON',
  ),
  view_id: id.optional().describe('Id of a saved view of contacts; its filter is added to the others'),
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

/** Sort keys; a leading minus reverses the order. */
export const sorts = sortable.flatMap((key): (SortKey | `-${SortKey}`)[] => [key, `-${key}`])

/** Orders with an index, which are paged by cursor. */
export const indexed_sorts = ['created_at', '-created_at', 'name', '-name'] as const
export type IndexedSort = (typeof indexed_sorts)[number]

/** Paging by offset, without cursors. */
export const offsetPaging = {
  sort: z
    .enum(sorts)
    .optional()
    .describe('Sort order instead of newest first; a leading minus reverses it. Contacts without the field come last.'),
  offset: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Number of contacts to skip. Cursors work without offset, newest first or sorted by name or created_at.'),
}
