import { z } from 'zod'
import { day, id, line, text, timestamp, written } from '#contract/scalars.ts'

/** By which road customers write. */
export const channels = ['web_widget', 'api', 'whatsapp', 'telegram', 'messenger', 'instagram', 'email'] as const
export type Channel = (typeof channels)[number]

export const domain = written
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

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write the time as HH:MM, from 00:00 to 24:00')

/** When people answer. Days are of the time zone given; what spans midnight is two intervals. */
export const BusinessHours = z
  .strictObject({
    time_zone: line.describe('Such as America/Bogota'),
    intervals: z
      .array(
        z.strictObject({ day: z.int().min(1).max(7).describe('1 is Monday, 7 is Sunday'), from: clock, to: clock }),
      )
      .max(70)
      .describe('Several a day are possible; no two of a day may overlap'),
    holidays: z
      .array(z.strictObject({ date: day, name: line }))
      .max(366)
      .describe('Days on which nobody answers'),
    out_of_office_message: text
      .max(2000)
      .nullable()
      .describe('Told to who writes outside these hours, at most once a day; variables are filled in'),
  })
  .meta({ id: 'BusinessHours' })
export type BusinessHours = z.output<typeof BusinessHours>

const promise = z.int().min(1).max(525_600).nullable()

/** How soon customers are to be answered. The target of a priority stands before the one of none. */
export const Sla = z
  .strictObject({
    business_hours_only: z.boolean().describe('Only minutes within the business hours count'),
    targets: z
      .array(
        z.strictObject({
          priority: z
            .enum(['urgent', 'high', 'medium', 'low', 'none'])
            .nullable()
            .describe('null: for every other priority'),
          first_response_minutes: promise,
          next_response_minutes: promise,
          resolution_minutes: promise,
        }),
      )
      .max(6),
  })
  .meta({ id: 'Sla' })
export type Sla = z.output<typeof Sla>

/** Whether customers are asked how it was once their conversation is resolved. */
export const CsatSettings = z
  .strictObject({
    enabled: z.boolean(),
    message: text.max(1000).nullable().describe('The question; null asks in the words of the product'),
  })
  .meta({ id: 'CsatSettings' })
export type CsatSettings = z.output<typeof CsatSettings>

export const Inbox = z
  .object({
    id,
    name: z.string(),
    channel: z.enum(channels),
    auto_assign: z.boolean().describe('New conversations go to the members in turn'),
    ai_agent_enabled: z.boolean().describe('The AI agent answers first'),
    token: z.string().describe('What a page or a program knows the inbox by; public'),
    settings: WidgetSettings,
    business_hours: BusinessHours.nullable().describe('null: always open'),
    sla: Sla,
    csat: CsatSettings,
    member_ids: z.array(id).describe('The agents who answer here'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Inbox' })
export type Inbox = z.output<typeof Inbox>
