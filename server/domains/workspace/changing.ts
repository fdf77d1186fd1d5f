import { isDeepStrictEqual } from 'node:util'
import type { Inbox } from '#contract/records/inbox.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import * as rules from '#domains/workspace/rules.ts'
import { checkTold } from '#domains/workspace/telling.ts'
import type { Context } from '#kernel/operation.ts'

/** Changes of an inbox what is given, and says so; what was so already is no change. */
export async function changeInbox(ctx: Context, id: string, patch: rules.InboxPatch): Promise<Inbox> {
  checkTold(patch)
  const before = await inboxes.getLocked(ctx, id)
  const after = rules.reviseInbox(before, patch)
  if (isDeepStrictEqual({ ...before, ...after }, before)) return before
  const inbox = await inboxes.update(ctx, id, after)
  const promised = ({ business_hours, sla }: inboxes.Fields) => ({ business_hours, sla })
  if (!isDeepStrictEqual(promised(before), promised(after))) await inboxes.renewDues(ctx, id)
  ctx.emit('inbox.updated', { inbox })
  if (before.ai_agent_enabled && !inbox.ai_agent_enabled) ctx.emit('inbox.ai_agent_stopped', { inbox })
  return inbox
}
