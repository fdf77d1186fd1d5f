import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import { visitorOf } from '#domains/conversations/chat/visitor.ts'
import { reactInChat } from '#domains/conversations/chat/parts.ts'
import { operation } from '#kernel/operation.ts'

export const remove_chat_reaction = operation({
  summary: 'Remove the visitor’s reaction to a message of their own chat.',
  rest: 'DELETE /widget/messages/:message_id/reaction',
  permission: 'visitor',
  tool: false,
  destructive: true,
  idempotent: true,
  input: z.strictObject({ message_id: id }),
  output: ChatMessage,

  async run(ctx, { message_id }) {
    const message = await reactInChat(ctx, message_id, null)
    return toChatMessage(surveyLinks(ctx), visitorOf(ctx).source_id, message)
  },
})
