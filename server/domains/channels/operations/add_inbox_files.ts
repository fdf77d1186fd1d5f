import { z } from 'zod'
import { InboxFile } from '#contract/records/channel.ts'
import { id } from '#contract/scalars.ts'
import * as files from '#domains/channels/files.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'
import { claimUploads } from '#kernel/uploads.ts'

export const add_inbox_files = operation({
  summary: 'Store files for the template headers of an inbox.',
  description: 'Send them as multipart/form-data in the field files. A header names one as attachment_id.',
  rest: 'POST /inboxes/:inbox_id/files',
  permission: 'workspace:write',
  tool: false,
  status: 201,
  files: 'files',
  audit: { without: ['files'] },
  input: z.strictObject({
    inbox_id: id,
    files: z.array(z.string().max(4000)).min(1).max(15).describe('Files, or tokens of uploaded files'),
  }),
  output: z.object({ items: z.array(InboxFile) }),

  async run(ctx, { inbox_id, files: tokens }) {
    await inboxes.getLocked(ctx, inbox_id)
    const uploads = await claimUploads(ctx, tokens, 'files')
    const items: InboxFile[] = []
    for (const upload of uploads) items.push(await files.add(ctx, inbox_id, upload))
    return { items }
  },
})
