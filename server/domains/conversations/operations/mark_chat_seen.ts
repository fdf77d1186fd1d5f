import { z } from 'zod'
import { timestamp } from '#contract/scalars.ts'
import { findIdentity, lockUnseen } from '#domains/conversations/chat/visitor.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const mark_chat_seen = operation({
  summary: 'Mark the visitor’s chat as seen up to now; messages sent to them become read.',
  rest: 'POST /widget/seen',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ seen_at: timestamp.nullable() }),

  async run(ctx) {
    const identity = await findIdentity(ctx)
    const held = identity ? await lockUnseen(ctx, identity) : []
    for (const { id } of held) {
      const [read, conversation] = await Promise.all([
        messages.markRead(ctx, id),
        conversations.update(ctx, id, { contact_last_seen_at: ctx.now }),
      ])
      for (const message of read) ctx.emit('message.status_changed', { conversation, message })
      if (read.length > 0) ctx.emit('conversation.seen', { conversation })
    }
    return { seen_at: held.length > 0 ? ctx.now.toISOString() : null }
  },
})
