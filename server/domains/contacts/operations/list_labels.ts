import { z } from 'zod'
import { Label } from '#contract/records/label.ts'
import { page } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_labels = operation({
  summary: 'List labels by title. Labels apply to contacts and conversations.',
  rest: 'GET /labels',
  permission: 'contacts:read',
  input: z.strictObject({}),
  output: page(Label),

  async run(ctx) {
    return { items: await labels.list(ctx), next_cursor: null }
  },
})
