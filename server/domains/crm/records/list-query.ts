import type { Filter } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import { literal, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import type { SaleSort } from '#domains/crm/inputs.ts'
import { containsWords } from './words.ts'
import { lead_attributes, lead_fields, opportunity_attributes, opportunity_fields } from './filter-fields.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { conditions } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { readPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

type ListFilters = {
  query?: string | undefined
  pipeline?: string | undefined
  pipeline_id?: string | undefined
  stage?: string | undefined
  stage_id?: string | undefined
  status?: string | undefined
  owner?: string | undefined
  owner_id?: string | undefined
  unassigned_only?: boolean | undefined
  contact_id?: string | undefined
  created_from?: string | undefined
  created_to?: string | undefined
  filter?: Filter | undefined
  view_id?: string | undefined
}

/** Filters of both leads (`l`) and opportunities (`o`). Names are resolved first, so that an unknown one is rejected instead of matching nothing. */
export async function toConditions(ctx: Context, of: 'l' | 'o', filters: ListFilters): Promise<Part[]> {
  const alias = literal(of)
  const byOwner = filters.owner !== undefined || filters.owner_id !== undefined
  if (filters.unassigned_only && byOwner)
    reject('invalid_value', 'Give owner or unassigned_only, not both.', 'unassigned_only')
  const { pipeline_id, stage_id } = await pipelineFilter(ctx, filters)
  const owner = byOwner
    ? await agents.get(ctx, { agent: filters.owner, agent_id: filters.owner_id }, 'owner')
    : undefined
  const contact = filters.contact_id === undefined ? undefined : await contacts.get(ctx, filters.contact_id)
  const { resource, fields, attributes } = resources[of]
  const viewFilter = filters.view_id === undefined ? undefined : await views.getFilter(ctx, filters.view_id, resource)
  const given = [filters.filter, viewFilter].filter((each) => each !== undefined)
  return [
    ...(pipeline_id ? [part`and ${alias}.pipeline_id = ${pipeline_id}`] : []),
    ...(stage_id ? [part`and ${alias}.stage_id = ${stage_id}`] : []),
    ...(filters.status ? [part`and ${alias}.status = ${filters.status}`] : []),
    ...(owner ? [part`and ${alias}.owner_id = ${owner.id}`] : []),
    ...(filters.unassigned_only ? [part`and ${alias}.owner_id is null`] : []),
    ...(contact ? [part`and ${alias}.contact_id = ${contact.id}`] : []),
    ...containsWords(ctx, of, filters.query ?? ''),
    ...onDays(ctx, part`${alias}.created_at`, filters.created_from, filters.created_to, 'created'),
    ...given.map((filter) => part`and ${conditions(filter, fields, attributes, ctx.actor.account.time_zone)}`),
  ]
}

const resources = {
  l: { resource: 'leads', fields: lead_fields, attributes: lead_attributes },
  o: { resource: 'opportunities', fields: opportunity_fields, attributes: opportunity_attributes },
} as const

async function pipelineFilter(ctx: Context, filters: ListFilters) {
  const { pipeline, pipeline_id, stage, stage_id } = filters
  const isGiven = [pipeline, pipeline_id, stage, stage_id].some((each) => each !== undefined)
  return isGiven ? pipelines.resolveFilter(ctx, filters) : { pipeline_id: undefined, stage_id: undefined }
}

/** Restricts a column to these days in the time zone of the workspace. */
export function onDays(
  { actor }: Context,
  column: Part,
  from: string | undefined,
  to: string | undefined,
  name: string,
): Part[] {
  checkRange(from, to, name)
  const zone = actor.account.time_zone
  return [
    ...(from ? [part`and ${column} >= ${startOfDay(from, zone)}`] : []),
    ...(to ? [part`and ${column} < ${startOfDay(addDays(to, 1), zone)}`] : []),
  ]
}

export function checkRange(from: string | undefined, to: string | undefined, name: string): void {
  if (from && to && from > to) reject('invalid_value', `${name}_from must not be after ${name}_to.`, `${name}_from`)
}

type PageInput = { limit?: number | undefined; cursor?: string | undefined; sort?: SaleSort | undefined }

/** Order of a list and the condition its page starts with. */
export function pageQuery(
  ctx: Context,
  of: 'l' | 'o',
  input: PageInput,
): { order: Part; start: Part[]; limit: number; sort: SaleSort } {
  const { after, limit } = readPage(ctx, input)
  const { sort = 'newest' } = input
  return { ...orderOf(of, sort, after), limit, sort }
}

/** The order, and the condition for rows after the one with these keys. Each order has an index. */
export function orderOf(of: 'l' | 'o', sort: SaleSort, after: string[] | undefined): { order: Part; start: Part[] } {
  const id = literal(`${of}.id`)
  const descends = sort === 'newest' || sort.startsWith('-')
  const [direction, beyond] = descends ? [literal('desc'), literal('<')] : [literal('asc'), literal('>')]
  const { column, valueOf } = sortKey(of, sort)
  const start = after ? [part`and (${column}, ${id}) ${beyond} (${valueOf(after[0]!)}, ${after[1]}::bigint)`] : []
  return { order: part`${column} ${direction}, ${id} ${direction}`, start }
}

/** The column of an order, and the value of the last row of a page as that column compares it. */
function sortKey(of: 'l' | 'o', sort: SaleSort): { column: Part; valueOf: (key: string) => Part } {
  switch (sort) {
    case 'newest':
    case 'oldest':
      return { column: literal(`${of}.created_at`), valueOf: (key) => part`${key}::timestamptz` }
    case 'position':
      return { column: literal(`${of}.position`), valueOf: (key) => part`${key}::numeric` }
    case 'name':
    case '-name':
      return { column: literal(`fold(${of}.name)`), valueOf: (key) => part`fold(${key}::text)` }
    case 'amount':
    case '-amount':
      return { column: literal(amounts[of]), valueOf: (key) => part`${key}::numeric` }
    default:
      return { column: literal(`${of}.expected_close_date`), valueOf: (key) => part`${key}::date` }
  }
}

/** Records without a value sort as 0. */
const amounts = { l: 'coalesce(l.estimated_value, 0)', o: 'coalesce(o.amount, 0)' }

type ListedRow = {
  id: string
  name: string
  created_at: string
  place: string
  estimated_value?: number | null
  amount?: number | null
  expected_close_date?: string
}

/** Keys of the last row of a page, from which the next one continues. */
export function pageKeys(sort: SaleSort, row: ListedRow): string[] {
  const keys: Record<string, string | number | undefined> = {
    newest: row.created_at,
    oldest: row.created_at,
    position: row.place,
    name: row.name,
    amount: row.amount ?? row.estimated_value ?? 0,
    expected_close_date: row.expected_close_date,
  }
  return [String(keys[sort.replace('-', '')]), row.id]
}

/** Whether to plan the query for its values: rare and common values need different indexes. */
export function needsCustomPlan(input: object): boolean {
  return Object.entries(input).some(([field, value]) => value !== undefined && custom_plan_fields.has(field))
}

const custom_plan_fields = new Set([
  'filter',
  'view_id',
  'query',
  'source',
  'amount_min',
  'amount_max',
  'expected_close_from',
  'expected_close_to',
])
