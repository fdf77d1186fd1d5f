import { z } from 'zod'
import { Conversation, Message } from '#contract/records/conversation.ts'
import { attributes, id, line, written } from '#contract/scalars.ts'
import { external_id, json_attributes, message_fields, original_time } from '#domains/conversations/inputs.ts'
import { receiveMessage } from '#domains/conversations/messages/receive.ts'
import * as messages from '#domains/conversations/messages/store.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as conversations from '#domains/conversations/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { type Context, operation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export const receive_message = operation({
  summary: 'Receive a customer’s message in an api inbox, for programs that connect a channel of their own.',
  description:
    'The source_id identifies the contact from then on; a contact with the same identifier, phone number or e-mail is the same person. ' +
    'The message is added to their conversation, which is created or reopened as needed. Repeating an external_id does not duplicate it; with another text it edits the message.',
  rest: 'POST /inboxes/:inbox_id/messages',
  permission: 'messages:send',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    inbox_id: id,
    source_id: written.min(1).max(500).describe('Id of the sender in the channel'),
    conversation_id: id.optional().describe('Conversation of the sender, if not the latest'),
    external_id: external_id.optional().describe('Id of the message in the channel'),
    ...message_fields,
    reply_to: id.optional().describe('Id of the message of the same conversation it quotes'),
    created_at: original_time,
    contact: z
      .strictObject({
        name: line.optional(),
        phone_number: line.optional(),
        email: line.optional(),
        identifier: line.optional(),
        custom_attributes: attributes.optional(),
      })
      .optional()
      .describe('Details of the sender, used with their first message'),
    additional_attributes: json_attributes.optional().describe('Stored with a new conversation'),
  }),
  output: z.object({ message: Message, conversation: Conversation }),

  async run(ctx, { inbox_id, source_id, contact, conversation_id, reply_to, created_at, ...fields }) {
    // The response includes the conversation, so callers with limited visibility are refused.
    if (ctx.actor.visibility !== 'all') {
      reject(
        'permission_denied',
        'Receiving messages needs visibility of all conversations; use a credential that has it.',
      )
    }
    const content = rules.checkContent(fields.content, fields.attachments ?? [])
    const inbox = await inboxes.get(ctx, { inbox_id })
    if (inbox.channel !== 'api') {
      reject(
        'invalid_state',
        `${inbox.name} receives messages through its own channel, ${inbox.channel}; choose an api inbox.`,
        'inbox_id',
      )
    }
    const quoted = reply_to === undefined ? undefined : await checkQuoted(ctx, { inbox_id, source_id }, reply_to)
    const original = { content, created_at: rules.pastOf(ctx, created_at) }
    const incoming = { ...fields, ...original, ...(quoted && { reply_to: { id: quoted } }) }
    return receiveMessage(ctx, inbox, { ...contact, source_id, trusted: true }, incoming, conversation_id)
  },
})

/** The quoted message must be one the sender may read. */
async function checkQuoted(ctx: Context, sender: { inbox_id: string; source_id: string }, id: string): Promise<string> {
  const [quoted] = await messages.listByIds(ctx, [id])
  const { inbox, source_id } = quoted ? await conversations.getOwn(ctx, quoted.conversation_id) : {}
  if (quoted && !quoted.private && inbox?.id === sender.inbox_id && source_id === sender.source_id) return id
  return reject('not_found', `There is no message ${id} of this sender to quote.`, 'reply_to')
}
