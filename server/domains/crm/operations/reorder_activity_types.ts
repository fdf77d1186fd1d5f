import { z } from 'zod'
import { ActivityType } from '#contract/records/activity-kind.ts'
import { page } from '#contract/scalars.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_activity_types = operation({
  summary: 'Reorder types of activities. Omitted ones follow; new ones come last, by name.',
  rest: 'PUT /activity-types/order',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(ActivityType),

  async run(ctx, { ids }) {
    await reorder(ctx, 'activity_types', ids)
    return { items: await types.list(ctx), next_cursor: null }
  },
})
