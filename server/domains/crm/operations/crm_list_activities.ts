import { z } from 'zod'
import { Activity, activity_types, type EntityType, entity_types } from '#contract/records/crm.ts'
import { cursor, day, id, limit, line, page } from '#contract/scalars.ts'
import { joined, part, type Part } from '#db/sql.ts'
import * as contacts from '#domains/contacts/store.ts'
import * as activities from '#domains/crm/activities.ts'
import { getEntity } from '#domains/crm/entity.ts'
import { days } from '#domains/crm/finding.ts'
import * as agents from '#domains/workspace/agents.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'
import { reject } from '#kernel/problem.ts'

export const crm_list_activities = operation({
  summary: 'List activities: the timeline of a lead or opportunity, or those of the whole workspace, newest first.',
  description: 'With pending_only the open items with a due date, soonest first.',
  rest: 'GET /activities',
  permission: 'crm:read',
  tool: { without: ['contact_id', 'cursor'] },
  input: z.strictObject({
    entity_type: z.enum(entity_types).optional().describe('Only about leads, or about opportunities'),
    entity_id: id.optional().describe('Only about this one; needs entity_type'),
    contact_id: id.optional().describe('Only about leads and opportunities of this contact'),
    type: z.enum(activity_types).optional().describe('Only of this type'),
    owner: line.optional().describe('Agent who has it to do or noted it, by name, e-mail or id'),
    pending_only: z.boolean().optional().describe('Only what is due and not done'),
    due_from: day.optional().describe('First day it is due, YYYY-MM-DD'),
    due_to: day.optional().describe('Last day it is due, inclusive'),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(Activity),

  async run(ctx, input) {
    const { entity_type, entity_id, contact_id, type, owner, pending_only: pending = false, due_from, due_to } = input
    if (entity_id !== undefined && !entity_type) {
      reject('missing_field', 'Say whether entity_id is a lead or an opportunity: give entity_type.', 'entity_type')
    }
    if (entity_type && entity_id !== undefined) await getEntity(ctx, entity_type, entity_id)
    const contact = contact_id === undefined ? undefined : await contacts.get(ctx, contact_id)
    const agent = owner === undefined ? undefined : await agents.get(ctx, { agent: owner }, 'owner')
    const { after, limit } = readPage(ctx, input)
    const begun = pending
      ? part`and (a.due_at, a.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`
      : part`and (a.created_at, a.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`
    const met = [
      ...about(entity_type, entity_id),
      ...(contact ? [activities.ofContact(ctx, contact.id)] : []),
      ...(type ? [part`and a.type = ${type}`] : []),
      ...(agent ? [part`and a.assignee_id = ${agent.id}`] : []),
      ...(pending ? [part`and a.due_at is not null and a.completed_at is null`] : []),
      ...days(ctx, part`a.due_at`, due_from, due_to, 'due'),
      ...(after ? [begun] : []),
    ]
    const order = pending ? part`a.due_at, a.id` : part`a.created_at desc, a.id desc`
    const rows = await activities.list(ctx, joined(met), order, limit)
    return toPage(ctx, input, rows, (row) => [(pending ? row.due_at : row.created_at) ?? '', row.id])
  },
})

/** Those of one kind of record, or of one record. */
function about(type: EntityType | undefined, id: string | undefined): Part[] {
  if (!type) return []
  const column = activities.columnOf(type)
  return [id === undefined ? part`and a.${column} is not null` : part`and a.${column} = ${id}`]
}
