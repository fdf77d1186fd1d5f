import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { operation } from '#kernel/operation.ts'

export const delete_label = operation({
  summary: 'Delete a label and remove it from all contacts and conversations.',
  rest: 'DELETE /labels/:label_id',
  permission: ['contacts:write', 'labels:manage'],
  tool: false,
  destructive: true,
  audit: { without: [] },
  input: z.strictObject({ label_id: id }),
  output: z.object({ id, deleted: z.literal(true) }),

  async run(ctx, { label_id }) {
    const label = await labels.getLocked(ctx, label_id)
    await labels.remove(ctx, label_id)
    ctx.emit('label.deleted', { label })
    return { id: label_id, deleted: true as const }
  },
})
