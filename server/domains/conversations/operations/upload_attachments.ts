import { z } from 'zod'
import { Attachment } from '#contract/records/conversation.ts'
import { operation } from '#kernel/operation.ts'
import { openUpload } from '#kernel/uploads.ts'

export const upload_attachments = operation({
  summary: 'Upload files to send with messages.',
  description:
    'Send them as multipart/form-data in the field attachments. Pass each returned token to send_message in attachments.',
  rest: 'POST /attachments',
  permission: 'messages:send',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    attachments: z.array(z.string().max(4000)).min(1).max(15).describe('The files'),
  }),
  output: z.object({
    attachments: z.array(
      Attachment.pick({ file_name: true, file_type: true, content_type: true, size_bytes: true }).extend({
        token: z.string().describe('Token of the file for send_message'),
      }),
    ),
  }),

  async run(ctx, { attachments }) {
    return { attachments: attachments.map((token) => ({ token, ...openUpload(ctx, token) })) }
  },
})
