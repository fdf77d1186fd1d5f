import { z } from 'zod'
import { channels } from '#contract/channels.ts'
import { ChannelCapabilities } from '#contract/records/channel-capabilities.ts'
import { day, id, line, text, timestamp, written } from '#contract/scalars.ts'

/** The connection of an inbox to its provider. */
export const InboxConnection = z
  .object({
    state: z.enum(['connected', 'needs_attention']),
    detail: z.string().nullable().describe('Action an administrator should take'),
    account: z.object({ id: z.string(), name: z.string() }).nullable().describe('The account at the provider'),
    webhook_url: z.string().nullable().describe('Paste it at the provider; shown to administrators only'),
    verify_token: z.string().nullable().describe('Paste it at the provider; shown to administrators only'),
    checked_at: timestamp.nullable(),
  })
  .meta({ id: 'InboxConnection' })
export type InboxConnection = z.output<typeof InboxConnection>

export const domain = written
  .max(255)
  .regex(/^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i, 'Write a host name, such as example.com or *.example.com')

/** Appearance and behaviour of the live chat on a site. */
export const WidgetSettings = z
  .strictObject({
    color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write the color as hex, such as #0f766e'),
    greeting_title: line.describe('Title of the panel'),
    greeting_message: text.max(1000).describe('Text shown before the first message'),
    locale: z.enum(['es', 'en', 'auto']).describe('The language of the panel; auto follows the visitor’s browser'),
    position: z.enum(['left', 'right']),
    allowed_domains: z.array(domain).max(50).describe('Sites that may show the chat; empty means any'),
    pre_chat: z.boolean().describe('Asks for name and e-mail before the first message'),
    groups: z.boolean().describe('Telegram: also answers in groups the bot belongs to'),
    signature: text.max(2000).describe('email: appears below every message'),
    identity_verification: z.enum(['optional', 'required']).describe('required: setUser needs a valid identifier_hash'),
    single_conversation: z.boolean().describe('api: a customer who writes after resolving continues the conversation'),
    requires_contact_token: z
      .boolean()
      .describe('api: the public routes need the contact_token of a customer; their source_id is not enough'),
  })
  .partial()
  .meta({ id: 'WidgetSettings' })
export type WidgetSettings = z.output<typeof WidgetSettings>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write the time as HH:MM, from 00:00 to 24:00')

/** Business hours, in the given time zone. An interval that spans midnight is written as two. */
export const BusinessHours = z
  .strictObject({
    time_zone: line.describe('For example America/Bogota'),
    intervals: z
      .array(
        z.strictObject({ day: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday'), from: clock, to: clock }),
      )
      .max(70)
      .describe('A day may have several; they must not overlap'),
    holidays: z
      .array(z.strictObject({ date: day, name: line }))
      .max(366)
      .describe('Days without service'),
    out_of_office_message: text
      .max(2000)
      .nullable()
      .describe('Sent to customers who write outside these hours, at most once a day; may contain variables'),
  })
  .meta({ id: 'BusinessHours' })
export type BusinessHours = z.output<typeof BusinessHours>

const promise = z.int().min(1).max(525_600).nullable()

/** SLA targets. The target of a priority takes precedence over the general one. */
export const Sla = z
  .strictObject({
    business_hours_only: z.boolean().describe('Counts only minutes within business hours'),
    targets: z
      .array(
        z.strictObject({
          priority: z
            .enum(['urgent', 'high', 'medium', 'low', 'none'])
            .nullable()
            .describe('null: every other priority'),
          first_response_minutes: promise,
          next_response_minutes: promise,
          resolution_minutes: promise,
        }),
      )
      .max(6),
  })
  .meta({ id: 'Sla' })
export type Sla = z.output<typeof Sla>

/** Satisfaction survey sent after a conversation is resolved. */
export const CsatSettings = z
  .strictObject({
    enabled: z.boolean(),
    message: text.max(1000).nullable().describe('The question; null uses the default text'),
  })
  .meta({ id: 'CsatSettings' })
export type CsatSettings = z.output<typeof CsatSettings>

export const Inbox = z
  .object({
    id,
    name: z.string(),
    channel: z.enum(channels),
    auto_assign: z.boolean().describe('Assigns new conversations to the members in turn'),
    ai_agent_enabled: z.boolean().describe('The AI agent answers first'),
    token: z.string().describe('Public identifier for pages and programs'),
    settings: WidgetSettings,
    connection: InboxConnection.nullable().describe('Null for live chats, api inboxes and the channels of the demo'),
    business_hours: BusinessHours.nullable().describe('null: always open'),
    sla: Sla,
    csat: CsatSettings,
    member_ids: z.array(id).describe('Agents of this inbox'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.output<typeof Inbox>

export const InboxDetail = Inbox.extend({ capabilities: ChannelCapabilities }).meta({ id: 'InboxDetail' })
export type InboxDetail = z.output<typeof InboxDetail>
