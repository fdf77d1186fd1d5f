import { z } from 'zod'
import { activity_icons, ActivityType } from '#contract/records/activity-kind.ts'
import { line } from '#contract/scalars.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { duration_minutes } from '#domains/crm/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const create_activity_type = operation({
  summary: 'Add a type of activities beside call, meeting and task.',
  rest: 'POST /activity-types',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    name: line,
    icon: z.enum(activity_icons).optional().describe('Default: flag'),
    duration_minutes: duration_minutes.nullable().optional(),
  }),
  output: ActivityType,

  run: (ctx, { name, icon = 'flag', duration_minutes: minutes = null }) =>
    types.insert(ctx, { name, icon, duration_minutes: minutes }),
})
