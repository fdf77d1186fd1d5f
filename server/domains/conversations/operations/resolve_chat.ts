import { z } from 'zod'
import { statuses } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { findIdentity } from '#domains/conversations/chat/visitor.ts'
import { chat_conversation_id } from '#domains/conversations/inputs.ts'
import { changeStatus } from '#domains/conversations/lifecycle/status.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const resolve_chat = operation({
  summary: 'Resolve the visitor’s own conversation. Their next message reopens it.',
  rest: 'POST /widget/resolve',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({ conversation_id: chat_conversation_id.optional() }),
  output: z.object({ id, status: z.enum(statuses) }),

  async run(ctx, { conversation_id }) {
    const identity = await findIdentity(ctx)
    const before =
      identity &&
      (conversation_id
        ? await conversations.findOfIdentityLocked(ctx, identity.id, conversation_id)
        : await conversations.findLatestLocked(ctx, identity.id))
    if (!before) reject('not_found', 'There is no conversation yet; send a message first.')
    return changeStatus(ctx, before, rules.resolve(before, ctx.now))
  },
})
