import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Inbox } from '#contract/records/inbox.ts'
import { id, line } from '#contract/scalars.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { settingChanges } from '#domains/workspace/inputs.ts'
import * as rules from '#domains/workspace/rules.ts'
import { operation } from '#kernel/operation.ts'

export const update_inbox = operation({
  summary: 'Change an inbox. Only the fields given change; settings are merged, and null clears one.',
  rest: 'PATCH /inboxes/:inbox_id',
  permission: 'workspace:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({
    inbox_id: id,
    name: line.optional(),
    auto_assign: z.boolean().optional(),
    ai_agent_enabled: z.boolean().optional(),
    settings: settingChanges.optional(),
  }),
  output: Inbox,

  async run(ctx, { inbox_id, ...patch }) {
    const before = await inboxes.getLocked(ctx, inbox_id)
    const after = rules.reviseInbox(before, patch)
    if (isDeepStrictEqual({ ...before, ...after }, before)) return before
    const inbox = await inboxes.update(ctx, inbox_id, after)
    ctx.emit('inbox.updated', { inbox })
    return inbox
  },
})
