import { z } from 'zod'
import { ActivityType } from '#contract/records/activity-kind.ts'
import { page } from '#contract/scalars.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { operation } from '#kernel/operation.ts'

export const list_activity_types = operation({
  summary: 'List the types of activities that the workspace added to call, meeting and task, with archived ones.',
  rest: 'GET /activity-types',
  permission: 'crm:read',
  tool: false,
  input: z.strictObject({}),
  output: page(ActivityType),

  async run(ctx) {
    return { items: await types.list(ctx), next_cursor: null }
  },
})
