import { z } from 'zod'
import { attributes, id, timestamp } from '#contract/scalars.ts'
import { Author } from '#contract/records/author.ts'
import { ChannelIdentity, Conversation, Message } from '#contract/records/conversation.ts'
import { activity_types } from '#contract/records/crm.ts'

export const Contact = z
  .object({
    id,
    name: z.string(),
    phone_number: z.string().nullable().describe('E.164, such as +573001234567; unique in the workspace'),
    email: z.string().nullable().describe('Lower case; unique in the workspace'),
    city: z.string().nullable(),
    country: z.string().nullable(),
    company_name: z.string().nullable(),
    job_title: z.string().nullable(),
    bio: z.string().nullable(),
    identifier: z.string().nullable().describe('What your own systems call them; unique in the workspace'),
    blocked: z.boolean().describe('What they write is not let in'),
    last_activity_at: timestamp.nullable().describe('When they last wrote'),
    custom_attributes: attributes,
    labels: z.array(z.string()).describe('Label titles'),
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

/** Everything known about one contact. */
export const ContactProfile = Contact.extend({
  channel_identities: z.array(ChannelIdentity).describe('Who they are in each channel'),
  notes: z.array(ContactNote).describe('Internal notes, newest first, at most 50'),
  conversations: z.array(Conversation).describe('Those you may see, newest activity first, at most 20'),
  recent_messages: z.array(Message).describe('Of the latest conversation, newest first'),
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

/** Something that happened around a contact. */
export const ContactTimelineEntry = z
  .object({
    id: z.string().describe('Its kind and its number, unique in the timeline'),
    kind: z.enum(timeline_kinds),
    action: z.enum(['created', 'changed', 'added', 'removed', 'merged']).describe('added and removed: a label'),
    occurred_at: timestamp,
    author: Author.nullable().describe('Null where nobody in particular did it'),
    about: z
      .object({ type: z.enum(['conversation', 'lead', 'opportunity']), id, name: z.string(), url: z.string() })
      .nullable()
      .describe('The record it is about besides the contact; a conversation goes by the name of its inbox'),
    text: z.string().nullable().describe('What was said or noted, its first 500 characters; the title of a label'),
    message: z
      .object({ direction: z.enum(['incoming', 'outgoing']), private: z.boolean(), attachment_count: z.int() })
      .nullable(),
    activity: z
      .object({ id, type: z.enum(activity_types), due_at: timestamp.nullable(), done: z.boolean() })
      .nullable(),
    changes: z
      .record(z.string(), z.object({ from: z.json(), to: z.json() }))
      .nullable()
      .describe('Each field before and after'),
  })
  .meta({ id: 'ContactTimelineEntry' })
export type ContactTimelineEntry = z.output<typeof ContactTimelineEntry>

export const ContactImport = z
  .object({
    id,
    status: z.enum(['pending', 'running', 'done', 'failed']),
    dry_run: z.boolean().describe('True when nothing is written and the counts tell what would be'),
    total_rows: z.int(),
    processed_rows: z.int(),
    created_count: z.int(),
    updated_count: z.int(),
    failed_count: z.int(),
    errors: z
      .array(z.object({ row: z.int(), field: z.string().nullable(), code: z.string(), detail: z.string() }))
      .describe('The first 1000 rows refused, each with its line in the file (the heading is row 1) and what to mend'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ContactImport' })
export type ContactImport = z.output<typeof ContactImport>
