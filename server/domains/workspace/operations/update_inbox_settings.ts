import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { line } from '#contract/scalars.ts'
import { updateInbox } from '#domains/workspace/inboxes/update.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const update_inbox_settings = operation({
  summary: 'Rename an inbox, or turn automatic assignment or the AI agent on or off. Omitted fields stay unchanged.',
  description: 'Channel credentials are not affected. See list_inboxes for names and ids. Returns the updated inbox.',
  rest: 'PATCH /inboxes/:inbox/settings',
  permission: 'workspace:write',
  reader: 'conversations:read',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    inbox: line.describe('Name or id of the inbox'),
    name: line.optional().describe('New name'),
    auto_assign: z.boolean().optional().describe('Assign new conversations to the members in turn'),
    ai_agent_enabled: z.boolean().optional().describe('Let the AI agent answer first'),
  }),
  output: Inbox,

  async run(ctx, { inbox, ...patch }) {
    const { id } = await inboxes.get(ctx, { inbox })
    return updateInbox(ctx, id, patch)
  },
})
