import { z } from 'zod'
import { channels } from '#contract/records/inbox.ts'
import { attributes, id, timestamp } from '#contract/scalars.ts'

export const statuses = ['open', 'resolved', 'pending', 'snoozed'] as const
export type Status = (typeof statuses)[number]
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const

export const message_statuses = ['sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof message_statuses)[number]

export const Attachment = z
  .object({
    id,
    file_name: z.string(),
    file_type: z.enum(['image', 'audio', 'video', 'file']),
    content_type: z.string(),
    size_bytes: z.number(),
    url: z.string().describe('Opens the file for a day or two; read the message again for a fresh one'),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof Attachment>

export const MessageAuthor = z
  .object({
    type: z.enum(['contact', 'agent', 'ai_agent', 'automation', 'campaign', 'api']).describe('Only agent is a person'),
    id: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'MessageAuthor' })
export type MessageAuthor = z.output<typeof MessageAuthor>

export const Message = z
  .object({
    id,
    conversation_id: id,
    direction: z.enum(['incoming', 'outgoing']).describe('incoming: the customer wrote it'),
    author: MessageAuthor,
    content: z.string().nullable().describe('Null when there are only attachments, or the message was deleted'),
    content_type: z.string(),
    content_attributes: z.record(z.string(), z.unknown()),
    attachments: z.array(Attachment),
    private: z.boolean().describe('A note for the team; the customer never sees it'),
    status: z.enum(message_statuses),
    external_id: z.string().nullable().describe('Its id in the channel'),
    deleted: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

/** A message as the customer in a live chat sees it. */
export const ChatMessage = Message.pick({
  id: true,
  direction: true,
  content: true,
  content_type: true,
  attachments: true,
  status: true,
  deleted: true,
  created_at: true,
})
  .extend({
    author: z.object({ type: MessageAuthor.shape.type, name: z.string() }),
    client_id: z.string().nullable().describe('What the sender called it, for messages of the visitor'),
    survey: z
      .object({
        token: z.string(),
        rating: z.int().nullable(),
        comment: z.string().nullable(),
        closes_at: timestamp.describe('Until then the answer can be given and changed'),
      })
      .nullable()
      .describe('Where it asks how it was: what has been answered so far'),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.output<typeof ChatMessage>

const named = z.object({ id, name: z.string() })

export const Conversation = z
  .object({
    id,
    uuid: z.string(),
    status: z.enum(statuses),
    priority: z.enum(priorities),
    contact: z.object({
      id,
      name: z.string(),
      phone_number: z.string().nullable(),
      email: z.string().nullable(),
      identifier: z.string().nullable(),
      blocked: z.boolean(),
    }),
    inbox: named,
    channel: z.enum(channels),
    source_id: z.string().describe('Who the contact is in this channel'),
    assignee: named.extend({ email: z.string() }).nullable(),
    team: named.nullable(),
    labels: z.array(z.string()).describe('Label titles'),
    custom_attributes: attributes,
    additional_attributes: z.record(z.string(), z.unknown()).describe('What the channel knows: the page, the browser'),
    last_message: z
      .object({
        id,
        direction: z.enum(['incoming', 'outgoing']),
        author: MessageAuthor,
        preview: z.string().describe('Its first 200 characters'),
        attachment_count: z.int(),
        private: z.boolean(),
        created_at: timestamp,
      })
      .nullable(),
    unread: z.boolean().describe('The customer wrote after an agent last looked'),
    unread_count: z.int(),
    snoozed_until: timestamp.nullable(),
    sla: z
      .object({
        first_response_due_at: timestamp.nullable(),
        next_response_due_at: timestamp.nullable(),
        resolution_due_at: timestamp.nullable(),
      })
      .describe('By when it is to be answered and resolved; null where nothing is due'),
    waiting_since: timestamp.nullable().describe('Since when the customer waits for an answer'),
    first_reply_at: timestamp.nullable().describe('When a person first answered'),
    resolved_at: timestamp.nullable(),
    agent_last_seen_at: timestamp.nullable(),
    contact_last_seen_at: timestamp.nullable(),
    last_activity_at: timestamp.describe('Last message or status change; lists are ordered by it'),
    url: z.string().describe('Opens the conversation in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof Conversation>

export const ConversationDetail = Conversation.extend({
  participants: z.array(named).describe('Agents who follow it'),
  messages: z.array(Message).describe('The most recent, newest first'),
}).meta({ id: 'ConversationDetail' })

/** Who a contact is in a channel. */
export const ChannelIdentity = z
  .object({
    id,
    inbox: named,
    channel: z.enum(channels),
    source_id: z.string(),
    verified: z.boolean().describe('They proved who they are'),
    created_at: timestamp,
  })
  .meta({ id: 'ChannelIdentity' })
export type ChannelIdentity = z.output<typeof ChannelIdentity>
