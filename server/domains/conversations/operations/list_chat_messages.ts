import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { nothing, part } from '#db/sql.ts'
import { toChat } from '#domains/access/visitors.ts'
import { identityOf, listMessages, visitorOf } from '#domains/conversations/chat.ts'
import { place } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_chat_messages = operation({
  summary: 'Read the messages of the visitor’s own chat, newest first; the cursor leads to older ones.',
  rest: 'GET /widget/messages',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({
    limit: limit.optional(),
    cursor: cursor.optional(),
    before_id: place.optional().describe('Only messages before this one'),
  }),
  output: page(ChatMessage),

  async run(ctx, input) {
    const { source_id } = visitorOf(ctx)
    const { after, limit } = readPage(ctx, input)
    const identity = await identityOf(ctx)
    const met = input.before_id ? part`and m.id < ${input.before_id}` : nothing
    const rows = identity ? await listMessages(ctx, identity, after, limit, met) : []
    const { items, next_cursor } = toPage(ctx, input, rows, (message) => [message.created_at, message.id])
    return { items: items.map((message) => toChat(source_id, message)), next_cursor }
  },
})
