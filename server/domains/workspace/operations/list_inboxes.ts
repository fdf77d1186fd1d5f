import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { page } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const list_inboxes = operation({
  summary: 'List all inboxes of the workspace, by name: the channels customers write by, and who answers each.',
  rest: 'GET /inboxes',
  permission: 'conversations:read',
  input: z.strictObject({}),
  output: page(Inbox),

  async run(ctx) {
    return { items: await inboxes.list(ctx), next_cursor: null }
  },
})
