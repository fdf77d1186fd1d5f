import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { Author } from '#contract/records/author.ts'
import { id, line, timestamp } from '#contract/scalars.ts'

export const campaign_statuses = ['draft', 'scheduled', 'running', 'stopped', 'done'] as const
export const recipient_statuses = ['queued', 'sent', 'failed', 'replied'] as const

export const Audience = z
  .strictObject({
    labels: z.array(line).max(20).default([]).describe('Contacts that carry any of these labels'),
    filter: Filter.nullable().default(null).describe('Conditions over the fields of contacts'),
  })
  .meta({ id: 'Audience' })
export type Audience = z.output<typeof Audience>

export const Campaign = z
  .object({
    id,
    name: z.string(),
    inbox: z.object({ id, name: z.string() }),
    audience: Audience,
    content: z.string().describe('What is sent; variables such as {{contact.first_name}} are filled in for each'),
    status: z.enum(campaign_statuses),
    scheduled_at: timestamp.nullable(),
    per_minute: z.int().describe('At most so many messages a minute'),
    progress: z.object({
      total: z.int().describe('Contacts of the audience when it started'),
      queued: z.int(),
      sent: z.int().describe('Sent, with those who replied'),
      failed: z.int(),
      replied: z.int(),
    }),
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
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
    conversation_id: id.nullable(),
    message_id: id.nullable(),
    sent_at: timestamp.nullable(),
    replied_at: timestamp.nullable(),
  })
  .meta({ id: 'CampaignRecipient' })
export type CampaignRecipient = z.output<typeof CampaignRecipient>
