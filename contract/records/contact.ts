import { z } from 'zod'
import { id, keptAttributes, timestamp } from '#contract/scalars.ts'
import { Author } from '#contract/records/author.ts'
import { ChannelIdentity, Conversation, Message } from '#contract/records/conversation.ts'
import { import_progress } from '#contract/records/import.ts'

export const Contact = z
  .object({
    id,
    name: z.string(),
    phone_number: z.string().nullable().describe('E.164, such as +573001234567; unique in the workspace'),
    email: z.string().nullable().describe('Lower case; unique in the workspace'),
    email_status: z.enum(['bounced']).nullish().describe('bounced: nobody has this address, as a mail server reported'),
    city: z.string().nullable(),
    country: z.string().nullable(),
    company_name: z.string().nullable(),
    job_title: z.string().nullable(),
    bio: z.string().nullable(),
    identifier: z.string().nullable().describe('Id in your own systems; unique in the workspace'),
    blocked: z.boolean().describe('Their messages are not accepted'),
    last_activity_at: timestamp.nullable().describe('Time of their last message'),
    custom_attributes: keptAttributes,
    labels: z.array(z.string()).describe('Label titles'),
    avatar_url: z.string().nullable().describe('Address of their picture'),
    url: z.string().describe('Opens the contact in the web app'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Contact' })
export type Contact = z.output<typeof Contact>

export const ContactNote = z
  .object({ id, contact_id: id, body: z.string(), author: Author, created_at: timestamp })
  .meta({ id: 'ContactNote' })
export type ContactNote = z.output<typeof ContactNote>

/** An open lead or opportunity of a contact, in short. */
export const OpenRecord = z
  .object({
    type: z.enum(['lead', 'opportunity']),
    id,
    name: z.string(),
    pipeline: z.string(),
    stage: z.string(),
    amount: z.number().nullable().describe('Amount, or estimated value of a lead'),
    currency: z.string(),
    owner: z.string().nullable(),
    url: z.string(),
  })
  .meta({ id: 'OpenRecord' })
export type OpenRecord = z.output<typeof OpenRecord>

/** A contact with its identities, notes, conversations and messages. */
export const ContactProfile = Contact.extend({
  channel_identities: z.array(ChannelIdentity).describe('Their identity in each channel'),
  notes: z.array(ContactNote).describe('Internal notes, newest first, at most 50'),
  conversations: z.array(Conversation).describe('Conversations you may see, newest activity first, at most 20'),
  recent_messages: z.array(Message).describe('Of the latest conversation, newest first'),
  open_records: z.array(OpenRecord).describe('Open leads and opportunities you may see, newest first, at most 20'),
}).meta({ id: 'ContactProfile' })

export const timeline_kinds = [
  'conversation',
  'message',
  'note',
  'lead',
  'opportunity',
  'activity',
  'label',
  'contact',
] as const
export type TimelineKind = (typeof timeline_kinds)[number]

/** An entry in the timeline of a contact. */
export const ContactTimelineEntry = z
  .object({
    id: z.string().describe('Kind and number, unique in the timeline'),
    kind: z.enum(timeline_kinds),
    action: z.enum(['created', 'changed', 'added', 'removed', 'merged']).describe('added and removed: a label'),
    occurred_at: timestamp,
    author: Author.nullable().describe('Null if there is no known author'),
    about: z
      .object({ type: z.enum(['conversation', 'lead', 'opportunity']), id, name: z.string(), url: z.string() })
      .nullable()
      .describe('The record it is about; a conversation has the name of its inbox'),
    text: z.string().nullable().describe('First 500 characters of the message or note, or the title of the label'),
    message: z
      .object({
        direction: z.enum(['incoming', 'outgoing']),
        private: z.boolean(),
        attachment_count: z.int(),
        subject: z.string().nullable().describe('Of an e-mail'),
      })
      .nullable(),
    activity: z.object({ id, type: z.string(), due_at: timestamp.nullable(), done: z.boolean() }).nullable(),
    changes: z
      .record(z.string(), z.object({ from: z.json(), to: z.json() }))
      .nullable()
      .describe('Each field before and after'),
  })
  .meta({ id: 'ContactTimelineEntry' })
export type ContactTimelineEntry = z.output<typeof ContactTimelineEntry>

export const ContactImport = z.object(import_progress).meta({ id: 'ContactImport' })
export type ContactImport = z.output<typeof ContactImport>
