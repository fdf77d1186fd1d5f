import { z } from 'zod'
import { entity_types } from '#contract/records/crm.ts'
import { id } from '#contract/scalars.ts'
import * as bin from '#domains/crm/bin/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_from_bin = operation({
  summary: 'Permanently delete a lead or opportunity from the bin, with its timeline. This cannot be undone.',
  rest: 'DELETE /crm/bin/:entity_type/:entity_id',
  permission: ['crm:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ entity_type: z.enum(entity_types), entity_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { entity_type, entity_id }) {
    await bin.getLocked(ctx, entity_type, entity_id, 'entity_id')
    await bin.remove(ctx, entity_type, entity_id)
    return { id: entity_id, deleted: true as const }
  },
})
