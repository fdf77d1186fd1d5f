import { z } from 'zod'
import { Label } from '#contract/records/label.ts'
import { id } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { operation } from '#kernel/operation.ts'

export const get_label = operation({
  summary: 'Get a label.',
  rest: 'GET /labels/:label_id',
  permission: 'contacts:read',
  tool: false,
  input: z.strictObject({ label_id: id }),
  output: Label,

  run(ctx, input) {
    return labels.get(ctx, input)
  },
})
