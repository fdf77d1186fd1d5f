import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { Author } from '#contract/records/author.ts'
import { id, line, timestamp } from '#contract/scalars.ts'

export const campaign_statuses = ['draft', 'scheduled', 'running', 'stopped', 'done'] as const
export const recipient_statuses = ['queued', 'sent', 'delivered', 'read', 'failed', 'replied'] as const

export const Audience = z
  .strictObject({
    labels: z.array(line).max(20).default([]).describe('Contacts with any of these labels'),
    filter: Filter.nullable().default(null).describe('Conditions over the fields of contacts'),
  })
  .meta({ id: 'Audience' })
export type Audience = z.output<typeof Audience>

export const CampaignTemplate = z
  .strictObject({
    name: line,
    language: line,
    parameters: z
      .strictObject({
        header: z
          .union([
            z.string().max(1024),
            z.strictObject({ link: z.string().max(2000) }),
            z.strictObject({ attachment_id: id.describe('A file of a message or of an inbox') }),
          ])
          .optional(),
        body: z
          .union([z.array(z.string().max(1024)).max(50), z.record(z.string().max(100), z.string().max(1024))])
          .optional(),
        buttons: z.record(z.string().max(2), z.string().max(2000)).optional(),
      })
      .default({})
      .describe('Values of the template; variables such as {{contact.first_name}} are replaced per contact'),
  })
  .meta({ id: 'CampaignTemplate' })
export type CampaignTemplate = z.output<typeof CampaignTemplate>

export const Campaign = z
  .object({
    id,
    name: z.string(),
    inbox: z.object({ id, name: z.string() }),
    audience: Audience,
    content: z.string().describe('The message; variables such as {{contact.first_name}} are replaced per contact'),
    template: CampaignTemplate.nullable().describe('Template that is sent; its text is in content'),
    status: z.enum(campaign_statuses),
    scheduled_at: timestamp.nullable(),
    per_minute: z.int().describe('Maximum messages per minute'),
    progress: z.object({
      total: z.int().describe('Size of the audience at the start'),
      queued: z.int(),
      sent: z.int().describe('Sent, including those that were delivered, read or answered'),
      delivered: z.int().describe('Delivered, including those that were read or answered'),
      read: z.int().describe('Read or answered'),
      failed: z.int(),
      replied: z.int(),
      opted_out: z.int().describe('Left out because they want no campaigns, or opted out in answer to it'),
    }),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    maker: Author.nullable().describe(
      'Administrator who last saved or started it; it runs with their current rights and visibility. Null: saved before this was recorded',
    ),
    problem: z
      .string()
      .nullable()
      .describe('Why it stopped by itself: its maker is no longer an administrator, or its template cannot be sent'),
    created_by: Author,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Campaign' })
export type Campaign = z.output<typeof Campaign>

export const CampaignRecipient = z
  .object({
    contact: z.object({ id, name: z.string() }),
    status: z.enum(recipient_statuses),
    error: z.string().nullable(),
    opted_out: z.boolean().describe('Left out because they want no campaigns, or opted out in answer to it'),
    conversation_id: id.nullable(),
    message_id: id.nullable(),
    sent_at: timestamp.nullable(),
    replied_at: timestamp.nullable(),
  })
  .meta({ id: 'CampaignRecipient' })
export type CampaignRecipient = z.output<typeof CampaignRecipient>
