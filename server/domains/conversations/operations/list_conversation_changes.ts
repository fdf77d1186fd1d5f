import { z } from 'zod'
import { ConversationActivity } from '#contract/records/conversation-activity.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import * as activities from '#domains/conversations/history/activities.ts'
import { conversation_id } from '#domains/conversations/inputs.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_conversation_changes = operation({
  summary: 'List the changes of a conversation, newest first: status, assignee, team, priority, labels, contact.',
  description: 'Kept as long as the conversation. Messages are in get_conversation_messages.',
  rest: 'GET /conversations/:conversation_id/changes',
  permission: 'conversations:read',
  tool: false,
  input: z.strictObject({
    conversation_id,
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(ConversationActivity),

  async run(ctx, input) {
    const conversation = await conversations.get(ctx, input.conversation_id)
    const rows = await activities.list(ctx, conversation, readPage(ctx, input))
    return toPage(ctx, input, rows, ({ created_at, id }) => [created_at, id])
  },
})
