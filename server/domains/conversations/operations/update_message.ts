import { z } from 'zod'
import { channelCapabilities } from '#contract/channels.ts'
import { type Conversation, Message, message_statuses } from '#contract/records/conversation.ts'
import { id, text, written } from '#contract/scalars.ts'
import { editContent, queueChange } from '#domains/conversations/messages/changes.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const update_message = operation({
  summary:
    'Edit the text of a message where its channel can, or report the delivery status of a message of an api inbox.',
  description:
    'A status never moves backwards; an earlier one changes nothing. The earlier text of an edited message is kept.',
  rest: 'PATCH /messages/:message_id',
  permission: 'messages:send',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    message_id: id,
    status: z.enum(message_statuses).optional(),
    content: written.min(1).max(150_000).optional().describe('New text'),
    error: text.max(1000).optional().describe('Why it failed'),
  }),
  output: Message,

  async run(ctx, { message_id, status, content, error }) {
    const before = await messages.getLocked(ctx, message_id)
    const conversation = await conversations.get(ctx, before.conversation_id)
    if (content !== undefined) await edit(ctx, conversation, before, content)
    if (!status) {
      if (content === undefined) reject('missing_field', 'Give content or status.', 'content')
      return messages.getLocked(ctx, message_id)
    }
    if (conversation.channel !== 'api') {
      reject('permission_denied', 'Only messages of api inboxes can be updated by a program.')
    }
    if (!rules.canAdvance(before.status, status)) return before
    const message = await messages.setStatus(ctx, message_id, status, error)
    ctx.emit('message.status_changed', { conversation, message })
    return message
  },
})

/** Changes the text of a message of the business, here and at the customer's. */
async function edit(ctx: Context, { channel }: Conversation, message: Message, content: string): Promise<void> {
  if (message.direction === 'incoming' || message.deleted)
    reject('invalid_state', 'Only messages of the business that were not deleted can be edited.', 'message_id')
  if (!message.private && !channelCapabilities[channel].edits)
    reject('not_supported_by_channel', `${channel} cannot change a message that was sent.`, 'content')
  await editContent(ctx, message, content, ctx.now.toISOString())
  if (!message.private) await queueChange(ctx, message, 'edit')
}
