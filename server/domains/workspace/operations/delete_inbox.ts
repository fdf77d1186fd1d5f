import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const delete_inbox = operation({
  summary: 'Delete an inbox with its conversations, messages and canned responses. It cannot be undone.',
  rest: 'DELETE /inboxes/:inbox_id',
  permission: ['workspace:write', 'workspace:setup'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { inbox_id }) {
    const inbox = await inboxes.getLocked(ctx, inbox_id)
    await inboxes.remove(ctx, inbox_id)
    ctx.emit('inbox.deleted', { inbox })
    return { id: inbox_id, deleted: true as const }
  },
})
