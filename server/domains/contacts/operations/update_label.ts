import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Label } from '#contract/records/label.ts'
import { id, line, text } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_label = operation({
  summary: 'Update the title, description or colour of a label. Omitted fields stay unchanged.',
  rest: 'PATCH /labels/:label_id',
  permission: ['contacts:write', 'labels:manage'],
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    label_id: id,
    title: line.optional(),
    description: text.nullable().optional(),
    color: line.optional(),
  }),
  output: Label,

  async run(ctx, { label_id, ...patch }) {
    const before = await labels.getLocked(ctx, label_id)
    const after = labels.clean({ ...before, ...patch })
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    const label = await labels.update(ctx, label_id, after)
    ctx.emit('label.updated', { label })
    return label
  },
})
