import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { id, line, written } from '#contract/scalars.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import { externalId, visitorOf } from '#domains/conversations/chat/visitor.ts'
import { markChosen, readParts } from '#domains/conversations/chat/parts.ts'
import { chat_conversation_id, message_fields, message_position } from '#domains/conversations/inputs.ts'
import { receiveMessage } from '#domains/conversations/messages/receive.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const post_chat_message = operation({
  summary: 'Send a message in the visitor’s own chat. Repeating a client_id does not duplicate it.',
  rest: 'POST /widget/messages',
  permission: 'visitor',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    client_id: z
      .string()
      .regex(/^[\w.~-]{1,100}$/, 'Use 1 to 100 letters, digits and . _ ~ -')
      .describe('Id chosen by the sender, unique per message'),
    conversation_id: chat_conversation_id.optional(),
    content: message_fields.content.unwrap().max(20_000).optional(),
    attachments: message_fields.attachments,
    reply_to: id.optional().describe('Id of the message of this chat it answers'),
    choice: written.min(1).max(256).optional().describe('Id of an option of reply_to; its title is then the text'),
    content_attributes: z
      .strictObject({
        in_reply_to: message_position.or(z.int()).nullable().optional(),
        in_reply_to_external_id: written.max(500).nullable().optional(),
      })
      .optional()
      .describe('The quoted message as classic clients name it; an unknown one is ignored'),
    page_url: written.max(2000).optional().describe('The page the visitor is on'),
    locale: line.optional().describe('The visitor’s language'),
  }),
  output: ChatMessage,

  async run(ctx, { client_id, conversation_id, page_url, locale, reply_to, choice, ...fields }) {
    const visitor = visitorOf(ctx)
    const external_id = externalId(visitor, client_id)
    const parts = await readParts(ctx, { external_id, reply_to, choice })
    const { quoted, chosen } = parts
    const content = rules.checkContent(chosen?.title ?? fields.content, fields.attachments ?? [])
    const inbox = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
    const { message, conversation } = await receiveMessage(
      ctx,
      inbox,
      { ...visitor, trusted: false },
      {
        ...fields,
        content,
        external_id,
        ...(quoted && { reply_to: { id: quoted.id } }),
        ...(chosen && { content_type: 'choice', content_attributes: { id: chosen.id, title: chosen.title } }),
        additional_attributes: { ...(page_url && { referer: page_url }), ...(locale && { browser_language: locale }) },
      },
      conversation_id,
    )
    await markChosen(ctx, parts, conversation)
    return toChatMessage(surveyLinks(ctx), visitor.source_id, message)
  },
})
