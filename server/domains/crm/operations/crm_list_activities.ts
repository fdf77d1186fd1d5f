import { z } from 'zod'
import { Activity, activity_types, type EntityType, entity_types } from '#contract/records/crm.ts'
import { cursor, day, id, limit, line, page } from '#contract/scalars.ts'
import { joinParts, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as activities from '#domains/crm/activities/store.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { getRecord } from '#domains/crm/records/get-record.ts'
import { onDays } from '#domains/crm/records/list-query.ts'
import * as agents from '#domains/workspace/agents.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

const Filters = z.strictObject({
  entity_type: z.enum(entity_types).optional().describe('Only activities of leads, or of opportunities'),
  entity_id: id.optional().describe('Only activities of this record; needs entity_type'),
  contact_id: id.optional().describe('Only activities of this contact and of its leads and opportunities'),
  type: line
    .optional()
    .describe('Only this type: note, call, meeting, task, email, stage_change, field_change, or one of the workspace'),
  owner: line.optional().describe('Assigned agent, by name, e-mail or id'),
  pending_only: z.boolean().optional().describe('Only activities with a due date that are not done'),
  due_from: day.optional().describe('First due day, YYYY-MM-DD'),
  due_to: day.optional().describe('Last due day, inclusive'),
  limit: limit.optional(),
  cursor: cursor.optional(),
})

export const crm_list_activities = operation({
  summary: 'List activities of a lead, an opportunity or the whole workspace, newest first.',
  description: 'With pending_only, lists open activities by due date, soonest first.',
  rest: 'GET /activities',
  permission: 'crm:read',
  tool: {
    without: ['contact_id'],
    narrow: { type: z.enum(activity_types).optional().describe('Only activities of this type') },
    row: ['id', 'entity_type', 'entity', 'type', 'body', 'assignee', 'due_at', 'done', 'completed_at', 'created_at'],
  },
  input: Filters,
  output: page(Activity),

  async run(ctx, input) {
    const { pending_only: pending = false } = input
    const { after, limit } = readPage(ctx, input)
    const start = pending
      ? part`and (a.due_at, a.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`
      : part`and (a.created_at, a.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`
    const met = [...(await conditions(ctx, input)), ...(after ? [start] : [])]
    const order = pending ? part`a.due_at, a.id` : part`a.created_at desc, a.id desc`
    const rows = await activities.list(ctx, joinParts(met), order, limit)
    return toPage(ctx, input, rows, (row) => [(pending ? row.due_at : row.created_at) ?? '', row.id])
  },

  async count(ctx, input, most) {
    return activities.count(ctx, joinParts(await conditions(ctx, input)), most)
  },
})

async function conditions(ctx: Context, filters: z.output<typeof Filters>): Promise<Part[]> {
  const { entity_type, entity_id, contact_id, type, owner, pending_only, due_from, due_to } = filters
  if (entity_id !== undefined && !entity_type)
    reject('missing_field', 'Give entity_type with entity_id: lead or opportunity.', 'entity_type')
  if (entity_type && entity_id !== undefined) await getRecord(ctx, entity_type, entity_id)
  const contact = contact_id === undefined ? undefined : await contacts.get(ctx, contact_id)
  const agent = owner === undefined ? undefined : await agents.get(ctx, { agent: owner }, 'owner')
  return [
    ...about(entity_type, entity_id),
    ...(contact ? [activities.aboutContact(ctx, contact.id)] : []),
    ...(type === undefined ? [] : [await ofType(ctx, type)]),
    ...(agent ? [part`and a.assignee_id = ${agent.id}`] : []),
    ...(pending_only ? [part`and a.due_at is not null and a.completed_at is null`] : []),
    ...onDays(ctx, part`a.due_at`, due_from, due_to, 'due'),
  ]
}

async function ofType(ctx: Context, name: string): Promise<Part> {
  const { type, type_id } = await types.resolve(ctx, name, { builtIn: activity_types, withArchived: true })
  return type_id === null ? part`and a.type = ${type}` : part`and a.type_id = ${type_id}`
}

/** Restricts to one type of record, or to one record. */
function about(type: EntityType | undefined, id: string | undefined): Part[] {
  if (!type) return []
  const column = activities.columnOf(type)
  return [id === undefined ? part`and a.${column} is not null` : part`and a.${column} = ${id}`]
}
