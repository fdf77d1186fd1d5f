import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as rules from '#domains/views/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { operation } from '#kernel/operation.ts'

export const delete_saved_view = operation({
  summary: 'Delete one of your saved views, or a shared one with workspace:write.',
  rest: 'DELETE /saved-views/:saved_view_id',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ saved_view_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { saved_view_id }) {
    const { visibility } = await views.getLocked(ctx, saved_view_id)
    rules.checkSharing(ctx.actor, visibility)
    await views.remove(ctx, saved_view_id)
    return { id: saved_view_id, deleted: true as const }
  },
})
