import { z } from 'zod'
import { id, line, text, timestamp, written } from '#contract/scalars.ts'

/** By which road customers write. */
export const channels = ['web_widget', 'api', 'whatsapp', 'telegram', 'messenger', 'instagram', 'email'] as const
export type Channel = (typeof channels)[number]

const domain = written
  .max(255)
  .regex(/^(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i, 'Write a host name, such as example.com or *.example.com')

/** How the live chat looks and behaves on a site. */
export const WidgetSettings = z
  .strictObject({
    color: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Write the color as hex, such as #0f766e'),
    greeting_title: line.describe('The first line of the panel'),
    greeting_message: text.max(1000).describe('What the visitor reads before writing'),
    locale: z.enum(['es', 'en', 'auto']).describe('The language of the panel; auto follows the visitor’s browser'),
    position: z.enum(['left', 'right']),
    allowed_domains: z.array(domain).max(50).describe('Sites that may show the chat; empty means any'),
    pre_chat: z.boolean().describe('Asks for name and e-mail before the first message'),
    identity_verification: z
      .enum(['optional', 'required'])
      .describe('required: who calls setUser must prove it with identifier_hash'),
  })
  .partial()
  .meta({ id: 'WidgetSettings' })
export type WidgetSettings = z.output<typeof WidgetSettings>

export const Inbox = z
  .object({
    id,
    name: z.string(),
    channel: z.enum(channels),
    auto_assign: z.boolean().describe('New conversations go to the members in turn'),
    ai_agent_enabled: z.boolean().describe('The AI agent answers first'),
    token: z.string().describe('What a page or a program knows the inbox by; public'),
    settings: WidgetSettings,
    member_ids: z.array(id).describe('The agents who answer here'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.output<typeof Inbox>
