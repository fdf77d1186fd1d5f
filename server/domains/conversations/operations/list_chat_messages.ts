import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { cursor, limit, page } from '#contract/scalars.ts'
import { emptyPart, part } from '#db/sql.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import { findIdentity, listMessages, ofConversation, visitorOf } from '#domains/conversations/chat/visitor.ts'
import { chat_conversation_id, message_position } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

export const list_chat_messages = operation({
  summary: 'List the messages of the visitor’s own chat, newest first; the cursor leads to older ones.',
  rest: 'GET /widget/messages',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({
    limit: limit.optional(),
    cursor: cursor.optional(),
    conversation_id: chat_conversation_id.optional(),
    before_id: message_position.optional().describe('Only messages before this one'),
  }),
  output: page(ChatMessage),

  async run(ctx, input) {
    const { source_id } = visitorOf(ctx)
    const { after, limit } = readPage(ctx, input)
    const identity = await findIdentity(ctx)
    const older = input.before_id ? part`and m.id < ${input.before_id}` : emptyPart
    const met = part`${older} ${ofConversation(input.conversation_id)}`
    const rows = identity ? await listMessages(ctx, identity, after, limit, met) : []
    const { items, next_cursor } = toPage(ctx, input, rows, (message) => [message.created_at, message.id])
    return { items: items.map((message) => toChatMessage(surveyLinks(ctx), source_id, message)), next_cursor }
  },
})
