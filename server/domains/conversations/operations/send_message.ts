import { z } from 'zod'
import { type Conversation, Message } from '#contract/records/conversation.ts'
import {
  conversation_id,
  external_id,
  message_fields,
  original_time,
  outbound_fields,
} from '#domains/conversations/inputs.ts'
import { editRepeated } from '#domains/conversations/messages/changes.ts'
import { addMentioned } from '#domains/conversations/messages/mentions.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import { sendMessage } from '#domains/conversations/messages/send.ts'
import { pastOf } from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const send_message = operation({
  summary: 'Send a message to the customer, or add an internal note, in a conversation.',
  rest: 'POST /conversations/:conversation_id/messages',
  permission: 'messages:send',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    conversation_id,
    ...message_fields,
    ...outbound_fields,
    private: z.boolean().optional().describe('True for an internal note, which the customer never sees'),
    external_id: external_id
      .optional()
      .describe(
        'Id in the channel, if already sent there; repeating it does not duplicate the message, another text edits it',
      ),
    created_at: original_time,
  }),
  output: Message,

  async run(ctx, { conversation_id, created_at, ...fields }) {
    const conversation = await conversations.getLocked(ctx, conversation_id)
    const known = fields.external_id && (await messages.findExternal(ctx, conversation.inbox.id, fields.external_id))
    if (known) return repeat(ctx, conversation, known, fields)
    const result = await sendMessage(ctx, conversation, {
      ...fields,
      ...(conversation.channel === 'api' && { created_at: pastOf(ctx, created_at) }),
    })
    const mentioned = fields.private ? await addMentioned(ctx, result.conversation, result.message.content) : []
    if (mentioned.length > 0) ctx.emit('conversation.mentioned', { ...result, mentioned })
    return result.message
  },
})

/** A message the program sends again. After a conversation was resolved, the message may be in the one before. */
async function repeat(
  ctx: Context,
  conversation: Conversation,
  known: Message,
  { content }: { content?: string | undefined },
) {
  if (known.conversation_id !== conversation.id) {
    const { source_id } = await conversations.getOwn(ctx, known.conversation_id)
    if (source_id !== conversation.source_id) return rejectElsewhere()
    await conversations.get(ctx, known.conversation_id)
  }
  return conversation.channel === 'api' ? editRepeated(ctx, known, content?.trim() ? content : null) : known
}

/** Refuses an external id used in another conversation, without naming it: the caller may not see it. */
function rejectElsewhere(): never {
  return reject(
    'duplicate_value',
    'This external_id belongs to a message of another conversation; use a different one.',
    'external_id',
  )
}
