import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { line } from '#contract/scalars.ts'
import { changeInbox } from '#domains/workspace/changing.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const update_inbox_settings = operation({
  summary: 'Rename an inbox, or switch automatic assignment or the AI agent on or off. Only the fields given change.',
  description:
    'Channel credentials are never touched. See list_inboxes for names and ids. Returns the inbox as it is now.',
  rest: 'PATCH /inboxes/:inbox/settings',
  permission: 'workspace:write',
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({
    inbox: line.describe('Name or id of the inbox'),
    name: line.optional().describe('The name it shall have'),
    auto_assign: z.boolean().optional().describe('New conversations go to the members in turn'),
    ai_agent_enabled: z.boolean().optional().describe('The AI agent answers first'),
  }),
  output: Inbox,

  async run(ctx, { inbox, ...patch }) {
    const { id } = await inboxes.get(ctx, { inbox })
    return changeInbox(ctx, id, patch)
  },
})
