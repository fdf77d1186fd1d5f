import { z } from 'zod'
import { Label } from '#contract/records/label.ts'
import { line, text } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { operation } from '#kernel/operation.ts'

export const create_label = operation({
  summary: 'Create a label. Titles are unique in the workspace, ignoring case.',
  description: 'Returns the label with its id.',
  rest: 'POST /labels',
  permission: ['contacts:write', 'labels:manage'],
  status: 201,
  audit: { without: [] },
  input: z.strictObject({
    title: line.describe('Title of the label'),
    description: text.optional().describe('Purpose of the label'),
    color: line.optional().describe('Hex colour such as #1f93ff'),
  }),
  output: Label,

  async run(ctx, input) {
    const label = await labels.insert(ctx, labels.clean(input))
    ctx.emit('label.created', { label })
    return label
  },
})
