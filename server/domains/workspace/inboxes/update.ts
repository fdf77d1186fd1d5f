import { isDeepStrictEqual } from 'node:util'
import type { Inbox } from '#contract/records/inbox.ts'
import * as inboxes from './store.ts'
import * as rules from '#domains/workspace/rules.ts'
import { checkInboxMessages } from './messages.ts'
import type { Context } from '#kernel/operation.ts'

/** Updates an inbox and emits the change; a patch without effect does nothing. */
export async function updateInbox(ctx: Context, id: string, patch: rules.InboxPatch): Promise<Inbox> {
  checkInboxMessages(patch)
  const before = await inboxes.getLocked(ctx, id)
  const after = rules.reviseInbox(before, patch)
  if (isDeepStrictEqual({ ...before, ...after }, before)) return before
  const inbox = await inboxes.update(ctx, id, after)
  const targets = ({ business_hours, sla }: inboxes.Fields) => ({ business_hours, sla })
  if (!isDeepStrictEqual(targets(before), targets(after))) await inboxes.recalculateDueTimes(ctx, id)
  ctx.emit('inbox.updated', { inbox })
  if (before.ai_agent_enabled && !inbox.ai_agent_enabled) ctx.emit('inbox.ai_agent_stopped', { inbox })
  return inbox
}
