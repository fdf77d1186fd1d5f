import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import { conversation_id, label_fields } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import { operation } from '#kernel/operation.ts'

export const untag_conversation = operation({
  summary: 'Remove a label from a conversation, by label id or title. Changes nothing if it is absent.',
  description: 'Fires label automations. Returns the conversation with its labels.',
  rest: 'DELETE /conversations/:conversation_id/labels',
  permission: 'conversations:write',
  destructive: true,
  idempotent: true,
  input: z.strictObject({ conversation_id, ...label_fields }),
  output: Conversation,

  async run(ctx, { conversation_id, ...which }) {
    await conversations.getLocked(ctx, conversation_id)
    const label = await labels.get(ctx, which)
    await remember(ctx, conversation_id, 'labels')
    const changed = await conversations.untag(ctx, conversation_id, label.id)
    const conversation = await conversations.get(ctx, conversation_id)
    if (changed) ctx.emit('conversation.label_removed', { conversation, label })
    return conversation
  },
})
