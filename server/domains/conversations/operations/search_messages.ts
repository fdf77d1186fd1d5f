import { z } from 'zod'
import { ListedMessage } from '#contract/records/conversation.ts'
import { cursor, id, limit, line, page, written } from '#contract/scalars.ts'
import { toConditions } from '#domains/conversations/filters/conditions.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const search_messages = operation({
  summary: 'Search messages by words, newest first, ignoring accents and word endings.',
  rest: 'GET /messages/search',
  permission: 'conversations:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({
    query: written.trim().min(1).max(200).describe('Words the message must contain, in any form'),
    inbox: line.optional().describe('Inbox, by name or id'),
    contact_id: id.optional(),
    limit: limit.optional(),
    cursor: cursor.optional(),
  }),
  output: page(ListedMessage),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const met = await toConditions(ctx, { status: 'all', inbox: input.inbox, contact_id: input.contact_id })
    const rows = await messages.search(ctx, input.query, met, after, limit)
    return toPage(ctx, input, rows, (message) => [message.id])
  },
})
