import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { page } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const list_inboxes = operation({
  summary: 'List inboxes by name, with their channel and members.',
  rest: 'GET /inboxes',
  permission: 'conversations:read',
  tool: { row: ['id', 'name', 'channel', 'auto_assign', 'ai_agent_enabled'] },
  input: z.strictObject({}),
  output: page(Inbox),

  async run(ctx) {
    return { items: await inboxes.list(ctx), next_cursor: null }
  },
})
