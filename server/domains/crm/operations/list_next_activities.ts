import { z } from 'zod'
import { Activity, entity_types } from '#contract/records/crm.ts'
import { id, page } from '#contract/scalars.ts'
import { part } from '#db/sql.ts'
import * as activities from '#domains/crm/activities/store.ts'
import { operation } from '#kernel/operation.ts'

const MOST_RECORDS = 500

export const list_next_activities = operation({
  summary: 'List the next open activity of each of these leads or opportunities, soonest first.',
  description: 'Records without an open activity are not in the answer.',
  rest: 'GET /activities/next',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({
    entity_type: z.enum(entity_types).describe('lead or opportunity'),
    entity_ids: z.array(id).max(MOST_RECORDS).describe('Ids of the leads or opportunities'),
  }),
  output: page(Activity),

  async run(ctx, { entity_type, entity_ids }) {
    const column = activities.columnOf(entity_type)
    const open = part`and a.due_at is not null and a.completed_at is null`
    const isFirst = part`and not exists (
      select from activities b where b.account_id = a.account_id and b.${column} = a.${column} and b.due_at is not null
         and b.completed_at is null and (b.due_at, b.id) < (a.due_at, a.id))`
    const ofRecords = part`and a.${column} = any(${entity_ids}::bigint[])`
    const items = await activities.list(ctx, part`${ofRecords} ${open} ${isFirst}`, part`a.due_at, a.id`, MOST_RECORDS)
    return { items, next_cursor: null }
  },
})
