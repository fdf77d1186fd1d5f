import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { readMoment } from '#contract/periods.ts'
import { entity_types, lead_statuses, opportunity_statuses } from '#contract/records/crm.ts'
import { attributeChanges, cursor, day, id, limit, line, moment, text, written } from '#contract/scalars.ts'
import type { Context } from '#kernel/operation.ts'

export const lead_id = id.describe('Id of the lead')
export const opportunity_id = id.describe('Id of the opportunity')

/** The bound keeps JSON numbers exact to the cent. */
const money = z.number().min(0).max(9_999_999_999_999.99)
export const amount = money.describe('Amount, as a number')
export const currency = written.max(10).describe('ISO code, such as COP')

export const place = {
  pipeline: line.optional(),
  stage: line.optional().describe('Stage, by name or id. Default: the first'),
}

export const owner = {
  owner: line.optional().describe('Agent, by name, e-mail or id'),
  owner_id: id.optional().describe('Agent, by id'),
}
/** An empty string or null removes the owner. */
export const ownerChange = {
  owner: line.nullable().optional().describe('Agent, by name, e-mail or id; empty for none'),
  owner_id: id.nullable().optional().describe('Agent, by id'),
}

export const utm = {
  utm_source: line.nullable().optional().describe('UTM source'),
  utm_medium: line.nullable().optional().describe('UTM medium'),
  utm_campaign: line.nullable().optional().describe('UTM campaign'),
  attribution_detail: line.nullable().optional().describe('Referrer; required for referrals'),
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
  estimated_value: money.nullable().optional().describe('Estimated value'),
  currency: currency.optional(),
}

export const custom_attributes = attributeChanges.optional().describe('Custom attributes to set; null removes one')

/** Position on a board, given by a neighbour. */
export const beside = {
  before_id: id.optional().describe('Place it right above this record'),
  after_id: id.optional().describe('Place it right below this record'),
}

const found = {
  query: written.max(200).optional().describe('Words in its name, company, contact, phone, e-mail or item'),
  pipeline: line.optional().describe('Pipeline, by name or id'),
  stage: line.optional().describe('Stage, by name or id; a name needs its pipeline'),
  pipeline_id: id.optional().describe('Pipeline, by id'),
  stage_id: id.optional().describe('Stage, by id'),
}
const owned = {
  owner: line.optional().describe('Agent, by name, e-mail or id'),
  owner_id: id.optional().describe('Agent, by id'),
  unassigned_only: z.boolean().optional().describe('Only records without an owner'),
  contact_id: id.optional().describe('Only records of this contact'),
}
const created = {
  created_from: day.optional().describe('First creation day, YYYY-MM-DD'),
  created_to: day.optional().describe('Last creation day, inclusive'),
}
const paged = { limit: limit.optional(), cursor: cursor.optional() }

/** Orders by stage, as on the boards, and by the name of the owner. */
export const grouped_sorts = ['stage', '-stage', 'owner', '-owner'] as const
export type GroupedSort = (typeof grouped_sorts)[number]

export const lead_sorts = [
  'newest',
  'oldest',
  'position',
  'name',
  '-name',
  'amount',
  '-amount',
  'last_activity_at',
  '-last_activity_at',
  ...grouped_sorts,
] as const
export const opportunity_sorts = [...lead_sorts, 'expected_close_date', '-expected_close_date'] as const
export type SaleSort = (typeof opportunity_sorts)[number]

function sortedBy<const S extends readonly [SaleSort, ...SaleSort[]]>(sorts: S) {
  const order =
    'position sorts as on the board, stage by its place in the pipeline, amount by value; a leading minus reverses the order. Default newest'
  return z.enum(sorts).optional().describe(order)
}

/** Filters for programs and the web app; tools do without them. */
export const more = {
  filter: Filter.optional().describe('Conditions on any field, as JSON'),
  view_id: id.optional().describe('Saved view, whose filter applies as well'),
  sort: sortedBy(lead_sorts),
}

export const leadFilters = {
  ...found,
  status: z.enum(lead_statuses).optional().describe('Only records with this status'),
  ...owned,
  source: line.optional().describe('Text in the source label'),
  ...created,
  ...paged,
  ...more,
}

export const opportunityFilters = {
  ...found,
  status: z.enum(opportunity_statuses).optional().describe('Only records with this status'),
  ...owned,
  amount_min: money.optional().describe('Minimum amount'),
  amount_max: money.optional().describe('Maximum amount'),
  expected_close_from: day.optional().describe('First expected close day'),
  expected_close_to: day.optional().describe('Last expected close day, inclusive'),
  ...created,
  ...paged,
  ...more,
  sort: sortedBy(opportunity_sorts),
}

export const entity = {
  entity_type: z.enum(entity_types).describe('lead or opportunity'),
  entity_id: id.describe('Id of the lead or opportunity'),
}

export const body = text.describe('Text')

/** A day, or an empty string to clear it. */
export const dayOrNothing = z
  .string()
  .refine((value) => value === '' || day.safeParse(value).success, 'Write a day of the calendar as YYYY-MM-DD')

/** A moment, or a day, which means midday UTC. */
export const due = z
  .string()
  .refine(
    (value) => moment.safeParse(value).success || day.safeParse(value).success,
    'Use an ISO-8601 time such as 2030-01-31T14:00:00Z, or a day as YYYY-MM-DD',
  )

/** The day has as many minutes. */
export const duration_minutes = z.int().min(1).max(1440).describe('How long it takes, in minutes')

export function dueAt({ actor }: Context, due_at: string): Date {
  return due_at.length === 10 ? new Date(`${due_at}T12:00:00Z`) : readMoment(due_at, actor.account.time_zone)
}

export const activity_limit = z
  .int()
  .min(0)
  .max(100)
  .optional()
  .describe('Number of timeline entries, 0 to 100. Default 10')
