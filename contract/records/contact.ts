import { z } from 'zod'
import { attributes, id, timestamp } from '#contract/scalars.ts'
import { Author } from '#contract/records/author.ts'
import { ChannelIdentity, Conversation, Message } from '#contract/records/conversation.ts'

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
