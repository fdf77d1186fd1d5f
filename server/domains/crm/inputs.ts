import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { entity_types, lead_statuses, opportunity_statuses } from '#contract/records/crm.ts'
import { attributeChanges, cursor, day, id, instant, limit, line, text, written } from '#contract/scalars.ts'

export const lead_id = id.describe('Id of the lead')
export const opportunity_id = id.describe('Id of the opportunity')

/** Where JSON numbers are still exact to the cent. */
const money = z.number().min(0).max(9_999_999_999_999.99)
export const amount = money.describe('Amount, as a number')
export const currency = written.max(10).describe('ISO code, such as COP')

export const place = {
  pipeline: line.optional(),
  stage: line.optional().describe('Stage of it, by name or id. Default: the first'),
}

export const owner = {
  owner: line.optional().describe('Agent, by name, e-mail or id'),
  owner_id: id.optional().describe('The same, by id'),
}
/** Empty or null takes it from its owner. */
export const ownerChange = {
  owner: line.nullable().optional().describe('Agent, by name, e-mail or id; empty for nobody'),
  owner_id: id.nullable().optional().describe('The same, by id'),
}

export const utm = {
  utm_source: line.nullable().optional().describe('UTM source'),
  utm_medium: line.nullable().optional().describe('UTM medium'),
  utm_campaign: line.nullable().optional().describe('UTM campaign'),
  attribution_detail: line.nullable().optional().describe('Who referred it; needed for referrals'),
}

export const leadFields = {
  company_name: line.nullable().optional().describe('Company'),
  email: line.nullable().optional().describe('E-mail address'),
  phone: line.nullable().optional().describe('Phone number, best with its country code'),
  source: line
    .nullable()
    .optional()
    .describe('Label such as whatsapp, facebook, instagram, web, email, llamada, referido'),
  ...utm,
  estimated_value: money.nullable().optional().describe('What it may be worth'),
  currency: currency.optional(),
}

export const custom_attributes = attributeChanges
  .optional()
  .describe('Attributes to set, merged with those there; null removes one')

/** Where on a board it is put: programs with a board know its neighbours. */
export const beside = {
  before_id: id.optional().describe('Put it right above this one of the stage'),
  after_id: id.optional().describe('Put it right below this one of the stage'),
}

const found = {
  pipeline: line.optional().describe('Pipeline, by name or id'),
  stage: line.optional().describe('Stage, by name or id; needs the pipeline'),
  pipeline_id: id.optional().describe('Pipeline, by id'),
  stage_id: id.optional().describe('Stage, by id'),
}
const owned = {
  owner: line.optional().describe('Agent, by name, e-mail or id'),
  owner_id: id.optional().describe('The same, by id'),
  unassigned_only: z.boolean().optional().describe('Only those without an owner'),
  contact_id: id.optional().describe('Only those of this contact'),
}
const created = {
  created_from: day.optional().describe('First day created, YYYY-MM-DD'),
  created_to: day.optional().describe('Last day created, inclusive'),
}
const paged = { limit: limit.optional(), cursor: cursor.optional() }

/** What programs and the web app can ask besides. */
export const more = {
  filter: Filter.optional().describe('Conditions over any field, as JSON'),
  view_id: id.optional().describe('A saved view, whose filter is added to the others'),
  sort: z.enum(['newest', 'position']).optional().describe('position: as they stand on the board. Default newest'),
}

export const leadFilters = {
  ...found,
  status: z.enum(lead_statuses).optional().describe('Only of this status'),
  ...owned,
  source: line.optional().describe('Part of the source label'),
  ...created,
  ...paged,
  ...more,
}

export const opportunityFilters = {
  ...found,
  status: z.enum(opportunity_statuses).optional().describe('Only of this status'),
  ...owned,
  amount_min: money.optional().describe('Least amount'),
  amount_max: money.optional().describe('Greatest amount'),
  expected_close_from: day.optional().describe('First close day'),
  expected_close_to: day.optional().describe('Last close day, inclusive'),
  ...created,
  ...paged,
  ...more,
}

export const entity = {
  entity_type: z.enum(entity_types).describe('What it is about'),
  entity_id: id.describe('Id of the lead or opportunity'),
}

export const body = text.describe('Text')

/** A day; an empty text asks for none, which some records cannot be without. */
export const dayOrNothing = z
  .string()
  .refine((said) => said === '' || day.safeParse(said).success, 'Write the day as YYYY-MM-DD')

/** A moment, or a day, which is taken as its midday in UTC. */
export const due = z
  .string()
  .refine(
    (said) => instant.safeParse(said).success || day.safeParse(said).success,
    'Write a moment as ISO-8601, such as 2030-01-31T14:00:00Z, or a day as YYYY-MM-DD',
  )

/** The moment meant. */
export function dueAt(said: string): Date {
  return new Date(said.length === 10 ? `${said}T12:00:00Z` : said)
}

export const activity_limit = z
  .int()
  .min(0)
  .max(100)
  .optional()
  .describe('How many timeline entries, 0 to 100. Default 10')
