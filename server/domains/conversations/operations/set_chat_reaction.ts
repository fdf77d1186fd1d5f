import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { id } from '#contract/scalars.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import { visitorOf } from '#domains/conversations/chat/visitor.ts'
import { reactInChat } from '#domains/conversations/chat/parts.ts'
import { emoji } from '#domains/conversations/inputs.ts'
import { operation } from '#kernel/operation.ts'

export const set_chat_reaction = operation({
  summary: 'React to a message of the visitor’s own chat with an emoji, replacing an earlier reaction.',
  rest: 'PUT /widget/messages/:message_id/reaction',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({ message_id: id, emoji }),
  output: ChatMessage,

  async run(ctx, { message_id, emoji }) {
    const message = await reactInChat(ctx, message_id, emoji)
    return toChatMessage(surveyLinks(ctx), visitorOf(ctx).source_id, message)
  },
})
