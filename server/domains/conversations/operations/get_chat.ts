import { z } from 'zod'
import { ChatMessage, statuses } from '#contract/records/conversation.ts'
import { id, timestamp } from '#contract/scalars.ts'
import { toChat } from '#domains/access/visitors.ts'
import * as contacts from '#domains/contacts/store.ts'
import { countUnseen, identityOf, listMessages, visitorOf } from '#domains/conversations/chat.ts'
import { introduced } from '#domains/conversations/identifying.ts'
import * as conversations from '#domains/conversations/store.ts'
import { operation } from '#kernel/operation.ts'

const SHOWN = 30

export const get_chat = operation({
  summary: 'Read the visitor’s own chat: who they are, its state, and the most recent messages, newest first.',
  rest: 'GET /widget/chat',
  permission: 'visitor',
  tool: false,
  input: z.strictObject({}),
  output: z.object({
    contact: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
    conversation: z
      .object({ id, status: z.enum(statuses), unread_count: z.int(), agent_last_seen_at: timestamp.nullable() })
      .nullable(),
    messages: z.array(ChatMessage),
  }),

  async run(ctx) {
    const { source_id } = visitorOf(ctx)
    const identity = await identityOf(ctx)
    if (!identity) return { contact: null, conversation: null, messages: [] }
    const [contact, conversation, recent, unread_count] = await Promise.all([
      contacts.get(ctx, identity.contact_id),
      conversations.findLatest(ctx, identity.id),
      listMessages(ctx, identity, undefined, SHOWN - 1),
      countUnseen(ctx, identity),
    ])
    return {
      contact: introduced(contact),
      conversation: conversation ? { ...conversation, unread_count } : null,
      messages: recent.map((message) => toChat(source_id, message)),
    }
  },
})
