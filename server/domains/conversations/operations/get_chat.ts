import { z } from 'zod'
import { ChatMessage, statuses } from '#contract/records/conversation.ts'
import { id, timestamp } from '#contract/scalars.ts'
import { surveyLinks } from '#domains/access/public/survey-links.ts'
import { toChatMessage } from '#domains/access/public/visitors.ts'
import * as contacts from '#domains/contacts/store.ts'
import {
  countUnseen,
  findConversation,
  findIdentity,
  listMessages,
  ofConversation,
  visitorOf,
} from '#domains/conversations/chat/visitor.ts'
import { chat_conversation_id } from '#domains/conversations/inputs.ts'
import { toVisitorContact } from '#domains/conversations/identities/identify.ts'
import { operation } from '#kernel/operation.ts'

const SHOWN = 30

export const get_chat = operation({
  summary: 'Get the visitor’s own chat: their details, its status and the most recent messages, newest first.',
  description: 'All their conversations are one chat, unless one of them is named.',
  rest: 'GET /widget/chat',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({ conversation_id: chat_conversation_id.optional() }),
  output: z.object({
    contact: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
    conversation: z
      .object({ id, status: z.enum(statuses), unread_count: z.int(), agent_last_seen_at: timestamp.nullable() })
      .nullable(),
    messages: z.array(ChatMessage),
  }),

  async run(ctx, { conversation_id }) {
    const { source_id } = visitorOf(ctx)
    const identity = await findIdentity(ctx)
    const conversation = await findConversation(ctx, identity, conversation_id)
    if (!identity) return { contact: null, conversation: null, messages: [] }
    const [contact, recent, unread_count] = await Promise.all([
      contacts.get(ctx, identity.contact_id),
      listMessages(ctx, identity, undefined, SHOWN - 1, ofConversation(conversation_id)),
      countUnseen(ctx, identity),
    ])
    return {
      contact: identity.claimed ? null : toVisitorContact(contact),
      conversation: conversation ? { ...conversation, unread_count } : null,
      messages: recent.map((message) => toChatMessage(surveyLinks(ctx), source_id, message)),
    }
  },
})
