import { z } from 'zod'
import { Message } from '#contract/records/conversation.ts'
import { conversation_id, external_id, message_fields } from '#domains/conversations/inputs.ts'
import { mention } from '#domains/conversations/mentions.ts'
import * as messages from '#domains/conversations/messages.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const send_message = operation({
  summary: 'Send a message to the customer, or write a private note for the team, in a conversation.',
  rest: 'POST /conversations/:conversation_id/messages',
  permission: 'messages:send',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    conversation_id,
    ...message_fields,
    private: z.boolean().optional().describe('True: a note for the team, which the customer never sees'),
    external_id: external_id
      .optional()
      .describe('Its id in the channel, when it was sent there already; the same id twice is one message'),
  }),
  output: Message,

  async run(ctx, { conversation_id, ...said }) {
    const content = rules.checkContent(said.content, said.attachments ?? [])
    const conversation = await conversations.getLocked(ctx, conversation_id)
    const known = said.external_id && (await messages.findExternal(ctx, conversation.inbox.id, said.external_id))
    if (known) return known.conversation_id === conversation.id ? known : elsewhere()
    const author = rules.authorOf(ctx.actor)
    const result = await messages.append(ctx, conversation, { ...said, content, direction: 'outgoing', author })
    ctx.emit('message.sent', result)
    const mentioned = said.private ? await mention(ctx, result.conversation, content) : []
    if (mentioned.length > 0) ctx.emit('conversation.mentioned', { ...result, mentioned })
    return result.message
  },
})

/** Its id in the channel is one of another conversation, which the caller may not even see. */
function elsewhere(): never {
  return reject('duplicate_value', 'This external_id belongs to a message of another conversation.', 'external_id')
}
