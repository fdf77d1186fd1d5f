import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import { findConversation, findIdentity, visitorOf } from '#domains/conversations/chat/visitor.ts'
import { json_attributes } from '#domains/conversations/inputs.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const answer_chat_form = operation({
  summary: 'Answer a form or a choice that was sent in the visitor’s own chat.',
  rest: 'PATCH /widget/conversations/:conversation_id/messages/:message_id',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    conversation_id: id,
    message_id: id,
    submitted_values: z
      .array(json_attributes)
      .max(50)
      .describe('The answers, such as {"title": "Talla", "value": "M"}'),
  }),
  output: ChatMessage,

  async run(ctx, { conversation_id, message_id, submitted_values }) {
    const { source_id } = visitorOf(ctx)
    const conversation = (await findConversation(ctx, await findIdentity(ctx), conversation_id))!
    const question = await messages.findShown(ctx, conversation.id, message_id)
    if (!question) return reject('not_found', 'There is no such question in this conversation.', 'message_id')
    if (question.content_type === 'text')
      reject('invalid_state', 'This message isn’t a form, so it can’t be answered.', 'message_id')
    const message = await messages.updateAttributes(ctx, question.id, { submitted_values })
    if (message) ctx.emit('message.updated', { conversation, message })
    return toChatMessage(surveyLinks(ctx), source_id, message ?? question)
  },
})
