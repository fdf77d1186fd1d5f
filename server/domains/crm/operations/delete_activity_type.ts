import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const delete_activity_type = operation({
  summary: 'Delete a type of activities that no activity has. One in use can be archived with update_activity_type.',
  rest: 'DELETE /activity-types/:activity_type_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ activity_type_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { activity_type_id }) {
    const { name, in_use } = await types.getLocked(ctx, activity_type_id)
    if (in_use)
      reject('invalid_state', `Some activities are of the type ${name}; archive it instead.`, 'activity_type_id')
    await types.remove(ctx, activity_type_id)
    return { id: activity_type_id, deleted: true as const }
  },
})
