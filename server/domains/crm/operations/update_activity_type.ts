import { z } from 'zod'
import { activity_icons, ActivityType } from '#contract/records/activity-kind.ts'
import { id, line } from '#contract/scalars.ts'
import { checkTypeName } from '#domains/crm/activities/rules.ts'
import * as types from '#domains/crm/activities/activity-kinds.ts'
import { duration_minutes } from '#domains/crm/inputs.ts'
import { columnDiffers } from '#domains/crm/records/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_activity_type = operation({
  summary: 'Rename a type of activities, change its icon or duration, or archive it.',
  description: 'Its activities show the new name. An archived type is no longer offered; its activities keep it.',
  rest: 'PATCH /activity-types/:activity_type_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    activity_type_id: id,
    name: line.optional(),
    icon: z.enum(activity_icons).optional(),
    duration_minutes: duration_minutes.nullable().optional(),
    archived: z.boolean().optional(),
  }),
  output: ActivityType,

  async run(ctx, { activity_type_id, name, icon, duration_minutes: minutes, archived }) {
    const before = await types.getLocked(ctx, activity_type_id)
    const patch = {
      ...(name !== undefined && { name: checkTypeName(name) }),
      ...(icon && { icon }),
      ...(minutes !== undefined && { duration_minutes: minutes }),
    }
    const isMoved = archived !== undefined && archived !== before.archived
    const isChanged = Object.entries(patch).some(([column, value]) => columnDiffers(before, column, value))
    if (!isMoved && !isChanged) return before
    return types.update(ctx, activity_type_id, { ...patch, ...(isMoved && { archived_at: archived ? ctx.now : null }) })
  },
})
