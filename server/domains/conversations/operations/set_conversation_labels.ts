import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { line } from '#contract/scalars.ts'
import * as labels from '#domains/contacts/labels.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_labels = operation({
  summary: 'Give a conversation exactly these labels: others are taken off, missing ones put on.',
  rest: 'PUT /conversations/:conversation_id/labels',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ conversation_id, labels: z.array(line).max(50).describe('Titles of existing labels') }),
  output: Conversation,

  async run(ctx, { conversation_id, labels: titles }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    const { added, removed } = await labels.difference(ctx, before.labels, titles)
    for (const label of removed) {
      await conversations.untag(ctx, conversation_id, label.id)
      ctx.emit('conversation.label_removed', { conversation: await conversations.get(ctx, conversation_id), label })
    }
    for (const label of added) {
      if (!(await conversations.tag(ctx, conversation_id, label.id))) continue
      ctx.emit('conversation.label_added', { conversation: await conversations.get(ctx, conversation_id), label })
    }
    return conversations.get(ctx, conversation_id)
  },
})
