import { z } from 'zod'
import { Label } from '#contract/records/label.ts'
import { page } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { ordered_ids, reorder } from '#domains/workspace/reorder.ts'
import { operation } from '#kernel/operation.ts'

export const reorder_labels = operation({
  summary: 'Reorder labels. Omitted ones follow; new ones come last, by title.',
  rest: 'PUT /labels/order',
  permission: ['contacts:write', 'labels:manage'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ ids: ordered_ids }),
  output: page(Label),

  async run(ctx, { ids }) {
    await reorder(ctx, 'labels', ids)
    return { items: await labels.list(ctx), next_cursor: null }
  },
})
