import { z } from 'zod'
import { Macro, visibilities } from '#contract/records/automation.ts'
import { page } from '#contract/scalars.ts'
import * as macros from '#domains/automations/macros.ts'
import * as rules from '#domains/automations/rules.ts'
import { ordered_ids, reorder } from '#domains/workspace/ordering.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_macros = operation({
  summary: 'Put your own macros into an order, or, with workspace:write, the shared ones. Those not named come after.',
  rest: 'PUT /macros/order',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    visibility: z.enum(visibilities).describe('Your own, or those everybody shares'),
    ids: ordered_ids,
  }),
  output: page(Macro),

  async run(ctx, { visibility, ids }) {
    rules.checkSharing(ctx.actor, visibility)
    await reorder(ctx, 'macros', ids, macros.ofOneKind(ctx, visibility))
    return { items: await macros.list(ctx), next_cursor: null }
  },
})
