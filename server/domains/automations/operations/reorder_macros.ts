import { z } from 'zod'
import { Macro, visibilities } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros/store.ts'
import * as rules from '#domains/automations/macros/rules.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_macros = operation({
  summary: 'Reorder your macros, or the shared ones with workspace:write. Omitted ones follow.',
  rest: 'PUT /macros/order',
  permission: 'conversations:write',
  reader: 'workspace:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    visibility: z.enum(visibilities).describe('Your private macros, or the shared ones'),
    ids: ordered_ids,
  }),
  output: page(Macro),

  async run(ctx, { visibility, ids }) {
    rules.checkSharing(ctx.actor, visibility)
    await reorder(ctx, 'macros', ids, macros.inSameList(ctx, visibility))
    return { items: await macros.list(ctx), next_cursor: null }
  },
})
