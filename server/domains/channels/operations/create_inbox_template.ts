import { z } from 'zod'
import { ChannelTemplate } from '#contract/records/channel.ts'
import { id, written } from '#contract/scalars.ts'
import { json_attributes } from '#domains/conversations/inputs.ts'
import * as connections from '#domains/workspace/inboxes/connections.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import * as templates from '#domains/workspace/inboxes/templates.ts'
import { operation } from '#kernel/operation.ts'
import { openUpload } from '#kernel/uploads.ts'

export const create_inbox_template = operation({
  summary: 'Submit a message template to the provider for approval.',
  rest: 'POST /inboxes/:inbox_id/templates',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  status: 201,
  audit: { without: ['header_file'] },
  input: z.strictObject({
    inbox_id: id,
    name: written.max(512).regex(/^[a-z0-9_]+$/, 'Use lower-case letters, digits and underscores'),
    language: written.max(20).describe('Such as es_MX or en_US'),
    category: z.enum(['AUTHENTICATION', 'MARKETING', 'UTILITY']),
    parameter_format: z.enum(['positional', 'named']).optional(),
    components: z.array(json_attributes).min(1).max(10).describe('As the provider defines them'),
    header_file: z
      .string()
      .max(4000)
      .optional()
      .describe('Example for a header that is a file: its token from POST /attachments'),
  }),
  output: ChannelTemplate,

  async prepare(ctx, { inbox_id, header_file, ...template }) {
    const inbox = await inboxes.get(ctx, { inbox_id })
    if (header_file === undefined) return connections.submitTemplate(ctx, inbox, template)
    const { file_key, ...file } = openUpload(ctx, header_file, 'header_file')
    const read = () => ctx.channels!.readFile(file_key)
    return connections.submitTemplate(ctx, inbox, { ...template, header_file: { ...file, read } })
  },

  async run(ctx, { inbox_id }, submitted) {
    await inboxes.getLocked(ctx, inbox_id)
    return templates.save(ctx, inbox_id, submitted)
  },
})
