import { z } from 'zod'
import { channels } from '#contract/channels.ts'
import { id, keptAttributes, timestamp } from '#contract/scalars.ts'

export const statuses = ['open', 'resolved', 'pending', 'snoozed'] as const
export type Status = (typeof statuses)[number]
export const priorities = ['urgent', 'high', 'medium', 'low', 'none'] as const

export const message_statuses = ['pending', 'scheduled', 'sent', 'delivered', 'read', 'failed'] as const
export type MessageStatus = (typeof message_statuses)[number]

export const failure_codes = [
  'window_closed',
  'recipient_unreachable',
  'recipient_opted_out',
  'rate_limited',
  'template_rejected',
  'media_rejected',
  'not_authorised',
  'policy',
  'temporary',
  'outcome_unknown',
  'rejected',
] as const

/** The reason a message was not delivered. */
export const MessageFailure = z
  .object({
    code: z.enum(failure_codes),
    detail: z.string(),
    retryable: z.boolean(),
    provider: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .optional()
      .describe('The provider’s own words'),
  })
  .meta({ id: 'MessageFailure' })
export type MessageFailure = z.output<typeof MessageFailure>

export const Attachment = z
  .object({
    id,
    file_name: z.string(),
    file_type: z.enum(['image', 'audio', 'video', 'file']),
    content_type: z.string(),
    size_bytes: z.number(),
    state: z
      .enum(['stored', 'pending', 'failed', 'too_large'])
      .describe('pending: still being fetched from the channel; the address works once it is stored'),
    voice: z.boolean().describe('A voice note'),
    duration_seconds: z.number().nullable(),
    content_id: z.string().optional().describe('Of an image that the HTML of an e-mail shows within its text'),
    url: z.string().describe('Valid for seven days; read the message again for a new address'),
  })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof Attachment>

export const MessageAuthor = z
  .object({
    type: z
      .enum(['contact', 'agent', 'ai_agent', 'automation', 'campaign', 'api', 'bot', 'external'])
      .describe('Only agent is a person; external: sent by the business from outside, such as its phone'),
    id: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'MessageAuthor' })
export type MessageAuthor = z.output<typeof MessageAuthor>

/** The quoted message; its id is null until it is known here. */
export const QuotedMessage = z.object({
  id: id.nullable(),
  external_id: z.string().nullable(),
  preview: z.string().nullable().describe('Its first 200 characters'),
})

export const Reaction = z.object({ emoji: z.string(), author: MessageAuthor })

export const Message = z
  .object({
    id,
    conversation_id: id,
    direction: z.enum(['incoming', 'outgoing']).describe('incoming: the customer wrote it'),
    author: MessageAuthor,
    content: z.string().nullable().describe('Null if there are only attachments or the message was deleted'),
    content_type: z.string(),
    content_attributes: z.record(z.string(), z.unknown()),
    attachments: z.array(Attachment),
    private: z.boolean().describe('Internal note; never shown to the customer'),
    status: z.enum(message_statuses),
    failure: MessageFailure.nullable().describe('For failed messages: the reason'),
    external_id: z.string().nullable().describe('Its id in the channel'),
    reply_to: QuotedMessage.nullable(),
    reactions: z.array(Reaction),
    edited_at: timestamp.nullable(),
    scheduled_at: timestamp.nullable().describe('It is sent at this time'),
    deleted: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

const named = z.object({ id, name: z.string() })

/** A message in a list of several conversations. */
export const ListedMessage = Message.extend({ contact: named, inbox: named, channel: z.enum(channels) })
export type ListedMessage = z.output<typeof ListedMessage>

const ChatAuthor = MessageAuthor.pick({ type: true, name: true })

/** A message as the customer in a live chat sees it. */
export const ChatMessage = Message.pick({
  id: true,
  direction: true,
  content: true,
  content_type: true,
  content_attributes: true,
  attachments: true,
  status: true,
  reply_to: true,
  edited_at: true,
  deleted: true,
  created_at: true,
})
  .extend({
    author: ChatAuthor,
    reactions: z.array(z.object({ emoji: z.string(), author: ChatAuthor })),
    client_id: z.string().nullable().describe('Id given by the visitor’s browser'),
    survey: z
      .object({
        token: z.string(),
        rating: z.int().nullable(),
        comment: z.string().nullable(),
        closes_at: timestamp.describe('The answer can be given and changed until then'),
      })
      .nullable()
      .describe('For satisfaction surveys: the answer so far'),
  })
  .meta({ id: 'ChatMessage' })
export type ChatMessage = z.output<typeof ChatMessage>

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
      avatar_url: z.string().nullable(),
    }),
    inbox: named,
    channel: z.enum(channels),
    source_id: z
      .string()
      .nullable()
      .describe('Identity of the contact in this channel; null in api inboxes without messages:send'),
    assignee: named.extend({ email: z.string() }).nullable(),
    team: named.nullable(),
    labels: z.array(z.string()).describe('Label titles'),
    custom_attributes: keptAttributes,
    additional_attributes: z
      .record(z.string(), z.unknown())
      .describe('Data from the channel, such as page and browser'),
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
    reply_window: z
      .object({
        open: z.boolean(),
        closes_at: timestamp.nullable(),
        may_send: z.array(z.enum(['text', 'template', 'human_agent'])),
      })
      .nullable()
      .describe('Time in which the channel allows free text; null where it always does'),
    unread: z.boolean().describe('The customer wrote since an agent last read it'),
    unread_count: z.int(),
    snoozed_until: timestamp.nullable(),
    sla: z
      .object({
        first_response_due_at: timestamp.nullable(),
        next_response_due_at: timestamp.nullable(),
        resolution_due_at: timestamp.nullable(),
      })
      .describe('Deadlines for answering and resolving; null if nothing is due'),
    waiting_since: timestamp.nullable().describe('The customer has been waiting for an answer since then'),
    first_reply_at: timestamp.nullable().describe('First answer by a person'),
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

/** The identity of a contact in a channel. */
export const ChannelIdentity = z
  .object({
    id,
    inbox: named,
    channel: z.enum(channels),
    source_id: z
      .string()
      .nullable()
      .describe('Null in api inboxes without messages:send, or without sight of a conversation there'),
    verified: z.boolean().describe('Their identity was verified'),
    created_at: timestamp,
  })
  .meta({ id: 'ChannelIdentity' })
export type ChannelIdentity = z.output<typeof ChannelIdentity>
