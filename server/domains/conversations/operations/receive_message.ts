import { z } from 'zod'
import { Conversation, Message } from '#contract/records/conversation.ts'
import { attributes, id, line, written } from '#contract/scalars.ts'
import { external_id, kept, message_fields } from '#domains/conversations/inputs.ts'
import { receive } from '#domains/conversations/receiving.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const receive_message = operation({
  summary:
    'Bring in what a customer wrote, in an inbox of channel api: for programs that connect a channel of their own.',
  description:
    'The contact is known by source_id from then on; one with the same identifier, phone number or e-mail is taken to be the same person. ' +
    'The message lands in their conversation, which is made or reopened as needed. The same external_id twice is one message.',
  rest: 'POST /inboxes/:inbox_id/messages',
  permission: 'messages:send',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    inbox_id: id,
    source_id: written.min(1).max(500).describe('Who wrote, as the channel calls them'),
    conversation_id: id.optional().describe('Their conversation it belongs to, when that is not the latest'),
    external_id: external_id.optional().describe('Id of the message in the channel'),
    ...message_fields,
    contact: z
      .strictObject({
        name: line.optional(),
        phone_number: line.optional(),
        email: line.optional(),
        identifier: line.optional(),
        custom_attributes: attributes.optional(),
      })
      .optional()
      .describe('What the channel knows of them, for when they write for the first time'),
    additional_attributes: kept.optional().describe('Kept with a new conversation'),
  }),
  output: z.object({ message: Message, conversation: Conversation }),

  async run(ctx, { inbox_id, source_id, contact, conversation_id, ...said }) {
    // Whoever brings in messages is shown where they landed, whoever's conversation it is.
    if (ctx.actor.visibility !== 'all') {
      reject('permission_denied', 'Only who sees every conversation can bring in what customers write.')
    }
    const content = rules.checkContent(said.content, said.attachments ?? [])
    const inbox = await inboxes.get(ctx, { inbox_id })
    if (inbox.channel !== 'api') {
      reject('invalid_state', `Customers of ${inbox.name} write through its own channel, ${inbox.channel}.`, 'inbox_id')
    }
    return receive(ctx, inbox, { ...contact, source_id, trusted: true }, { ...said, content }, conversation_id)
  },
})
