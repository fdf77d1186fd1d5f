import type { Filter } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import { literal, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import { isGrouped } from './list-order.ts'
import { containsWords } from './words.ts'
import { lead_attributes, lead_fields, opportunity_attributes, opportunity_fields } from './filter-fields.ts'
import * as pipelines from '#domains/crm/pipelines/store.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { conditions } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type ListFilters = {
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

/** The pipeline and stage of the filters, by id. */
export async function pipelineFilter(ctx: Context, filters: ListFilters) {
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

/** Whether to plan the query for its values: rare and common values need different indexes. */
export function needsCustomPlan(input: object): boolean {
  return Object.entries(input).some(
    ([field, value]) =>
      value !== undefined && (custom_plan_fields.has(field) || (field === 'sort' && isGrouped(value))),
  )
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
