import { z } from 'zod'
import { statuses } from '#contract/records/conversation.ts'
import { id, jsonAttributeChanges } from '#contract/scalars.ts'
import { visitorOf } from '#domains/conversations/chat/visitor.ts'
import { findOrOpenConversation } from '#domains/conversations/messages/receive.ts'
import * as customAttributes from '#domains/workspace/custom-attributes/store.ts'
import * as inboxes from '#domains/workspace/inboxes/store.ts'
import { operation } from '#kernel/operation.ts'

export const start_chat = operation({
  summary: 'Open the visitor’s conversation before they write, for clients that need one first.',
  description:
    'An existing conversation is returned, in an api inbox only until it is resolved. The live chat does not need this: the first message opens one.',
  rest: 'POST /widget/conversation',
  permission: 'visitor',
  tool: false,
  idempotent: true,
  input: z.strictObject({
    custom_attributes: jsonAttributeChanges.optional().describe('api inboxes: attributes of a new conversation'),
  }),
  output: z.object({ id, status: z.enum(statuses) }),

  async run(ctx, { custom_attributes: sent = {} }) {
    const visitor = visitorOf(ctx)
    const inbox = await inboxes.get(ctx, { inbox_id: visitor.inbox_id })
    const isProgram = inbox.channel === 'api'
    const custom_attributes = await customAttributes.conform(ctx, 'conversation_attribute', isProgram ? sent : {})
    const continuesResolved = !isProgram || inbox.settings.single_conversation === true
    const sender = { ...visitor, trusted: false }
    return findOrOpenConversation(ctx, inbox, sender, { custom_attributes, continuesResolved })
  },
})
