import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { id } from '#contract/scalars.ts'
import * as agents from '#domains/workspace/agents.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { members } from '#domains/workspace/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const set_inbox_members = operation({
  summary: 'Replace the members of an inbox: add the listed agents, remove the others.',
  rest: 'PUT /inboxes/:inbox_id/members',
  permission: 'workspace:write',
  reader: 'conversations:read',
  tool: false,
  destructive: true,
  idempotent: true,
  audit: { without: [] },
  input: z.strictObject({ inbox_id: id, members }),
  output: Inbox,

  async run(ctx, { inbox_id, members }) {
    await inboxes.getLocked(ctx, inbox_id)
    const answering = await agents.getAll(ctx, members)
    // Read after the lock, because another call may have changed the members.
    const before = await inboxes.get(ctx, { inbox_id })
    await inboxes.setMembers(ctx, inbox_id, answering)
    const inbox = await inboxes.get(ctx, { inbox_id })
    if (!isDeepStrictEqual(inbox, before)) ctx.emit('inbox.updated', { inbox })
    return inbox
  },
})
