import { z } from 'zod'
import { ChatMessage } from '#contract/records/conversation.ts'
import { line, written } from '#contract/scalars.ts'
import { toChat } from '#domains/access/visitors.ts'
import { externalId, visitorOf } from '#domains/conversations/chat.ts'
import { message_fields } from '#domains/conversations/inputs.ts'
import { receive } from '#domains/conversations/receiving.ts'
import * as rules from '#domains/conversations/rules.ts'
import * as inboxes from '#domains/workspace/inboxes.ts'
import { operation } from '#kernel/operation.ts'

export const post_chat_message = operation({
  summary: 'Write in the visitor’s own chat. The same client_id twice is one message.',
  rest: 'POST /widget/messages',
  permission: 'visitor',
  tool: false,
  status: 201,
  files: 'attachments',
  input: z.strictObject({
    client_id: z
      .string()
      .regex(/^[\w.~-]{1,100}$/, 'Use 1 to 100 letters, digits and . _ ~ -')
      .describe('What the sender calls it, different for every message'),
    content: message_fields.content.unwrap().max(20_000).optional(),
    attachments: message_fields.attachments,
    page_url: written.max(2000).optional().describe('The page the visitor is on'),
    locale: line.optional().describe('The visitor’s language'),
  }),
  output: ChatMessage,

  async run(ctx, { client_id, page_url, locale, ...said }) {
    const visitor = visitorOf(ctx)
    const content = rules.checkContent(said.content, said.attachments ?? [])
    const inbox = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
    const { message } = await receive(
      ctx,
      inbox,
      { ...visitor, trusted: false },
      {
        ...said,
        content,
        external_id: externalId(visitor, client_id),
        additional_attributes: { ...(page_url && { referer: page_url }), ...(locale && { browser_language: locale }) },
      },
    )
    return toChat(visitor.source_id, message)
  },
})
