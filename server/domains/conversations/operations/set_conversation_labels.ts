import { z } from 'zod'
import { Conversation } from '#contract/records/conversation.ts'
import { line } from '#contract/scalars.ts'
import { setLabels } from '#domains/conversations/changes.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { remember } from '#domains/conversations/undo/store.ts'
import { operation } from '#kernel/operation.ts'

export const set_conversation_labels = operation({
  summary: 'Replace the labels of a conversation with exactly these.',
  rest: 'PUT /conversations/:conversation_id/labels',
  permission: 'conversations:write',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ conversation_id, labels: z.array(line).max(50).describe('Titles of existing labels') }),
  output: Conversation,

  async run(ctx, { conversation_id, labels }) {
    const before = await conversations.getLocked(ctx, conversation_id)
    await remember(ctx, conversation_id, 'labels')
    return setLabels(ctx, before, labels)
  },
})
