import type { Filter } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import { literal, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import { lead_attributes, lead_fields, opportunity_attributes, opportunity_fields } from '#domains/crm/filters.ts'
import * as pipelines from '#domains/crm/pipelines.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { conditions } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { readPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

type Asked = {
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

/** What leads (`l`) and opportunities (`o`) are both asked for. Names are looked up first, so that a wrong one is refused and not just empty. */
export async function toConditions(ctx: Context, of: 'l' | 'o', asked: Asked): Promise<Part[]> {
  const own = literal(of)
  const owned = asked.owner !== undefined || asked.owner_id !== undefined
  if (asked.unassigned_only && owned)
    reject('invalid_value', 'Give owner or unassigned_only, not both.', 'unassigned_only')
  const { pipeline_id, stage_id } = await inPipeline(ctx, asked)
  const owner = owned ? await agents.get(ctx, { agent: asked.owner, agent_id: asked.owner_id }, 'owner') : undefined
  const contact = asked.contact_id === undefined ? undefined : await contacts.get(ctx, asked.contact_id)
  const { resource, fields, attributes } = known[of]
  const viewed = asked.view_id === undefined ? undefined : await views.getFilter(ctx, asked.view_id, resource)
  const sent = [asked.filter, viewed].filter((each) => each !== undefined)
  return [
    ...(pipeline_id ? [part`and ${own}.pipeline_id = ${pipeline_id}`] : []),
    ...(stage_id ? [part`and ${own}.stage_id = ${stage_id}`] : []),
    ...(asked.status ? [part`and ${own}.status = ${asked.status}`] : []),
    ...(owner ? [part`and ${own}.owner_id = ${owner.id}`] : []),
    ...(asked.unassigned_only ? [part`and ${own}.owner_id is null`] : []),
    ...(contact ? [part`and ${own}.contact_id = ${contact.id}`] : []),
    ...days(ctx, part`${own}.created_at`, asked.created_from, asked.created_to, 'created'),
    ...sent.map((filter) => part`and ${conditions(filter, fields, attributes, ctx.actor.account.time_zone)}`),
  ]
}

const known = {
  l: { resource: 'leads', fields: lead_fields, attributes: lead_attributes },
  o: { resource: 'opportunities', fields: opportunity_fields, attributes: opportunity_attributes },
} as const

async function inPipeline(ctx: Context, asked: Asked) {
  const { pipeline, pipeline_id, stage, stage_id } = asked
  const isAsked = [pipeline, pipeline_id, stage, stage_id].some((each) => each !== undefined)
  return isAsked ? pipelines.getFilter(ctx, asked) : { pipeline_id: undefined, stage_id: undefined }
}

/** Moments within these days of the account's time zone. */
export function days(
  { actor }: Context,
  column: Part,
  from: string | undefined,
  to: string | undefined,
  what: string,
): Part[] {
  checkOrder(from, to, what)
  const zone = actor.account.time_zone
  return [
    ...(from ? [part`and ${column} >= ${startOfDay(from, zone)}`] : []),
    ...(to ? [part`and ${column} < ${startOfDay(addDays(to, 1), zone)}`] : []),
  ]
}

export function checkOrder(from: string | undefined, to: string | undefined, what: string): void {
  if (from && to && from > to) reject('invalid_value', `${what}_from must not be after ${what}_to.`, `${what}_from`)
}

type Paged = { limit?: number | undefined; cursor?: string | undefined; sort?: 'newest' | 'position' | undefined }

/** The order of a list, and where its page begins. */
export function paging(
  ctx: Context,
  of: 'l' | 'o',
  asked: Paged,
): { order: Part; begun: Part[]; limit: number; sort: 'newest' | 'position' } {
  const own = literal(of)
  const { after, limit } = readPage(ctx, asked)
  const { sort = 'newest' } = asked
  if (sort === 'position') {
    const begun = after ? [part`and (${own}.position, ${own}.id) > (${after[0]}::numeric, ${after[1]}::bigint)`] : []
    return { order: part`${own}.position, ${own}.id`, begun, limit, sort }
  }
  const begun = after
    ? [part`and (${own}.created_at, ${own}.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`]
    : []
  return { order: part`${own}.created_at desc, ${own}.id desc`, begun, limit, sort }
}

/** What a page ends with, for the next to begin after. */
export function keys(sort: 'newest' | 'position', row: { created_at: string; place: string; id: string }): string[] {
  return [sort === 'position' ? row.place : row.created_at, row.id]
}

/** Whether the list is planned for its values: what is rare and what is common want different indexes. */
export function isPlanned(asked: object): boolean {
  return Object.entries(asked).some(([field, value]) => value !== undefined && planned.has(field))
}

const planned = new Set([
  'filter',
  'view_id',
  'source',
  'amount_min',
  'amount_max',
  'expected_close_from',
  'expected_close_to',
])
