import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { day, id, instant, json_value, line, written } from '#contract/scalars.ts'

export const conversation_id = id.describe('Id of the conversation')
export const chat_conversation_id = id.describe('One of the visitor’s conversations, if not the current one')

/** The id of a message that bounds a page; the message may have been deleted. */
export const message_position = z.string().regex(/^[0-9]{1,18}$/, 'Give the id of a message')

export const label_fields = {
  label_id: id.optional().describe('Id of the label'),
  label_title: line.optional().describe('Title of the label, without regard to case; give this or label_id'),
}

/** Free-form JSON a program stores with a record; anything PostgreSQL can store as jsonb. */
export const json_attributes = z.record(written.max(100), json_value)

/** Fields of a message. */
export const message_fields = {
  content: written.max(150_000).optional().describe('Text of the message; required unless there are attachments'),
  content_type: line.optional().describe('Default text'),
  content_attributes: json_attributes.optional().describe('Free-form JSON stored with the message'),
  attachments: z
    .array(z.string().max(4000))
    .max(15)
    .optional()
    .describe('Tokens of uploaded files (POST /attachments); or send the files themselves as multipart/form-data'),
}

export const emoji = written.max(40).refine((text) => /^\p{RGI_Emoji}$/v.test(text), 'Give one emoji')

const copies = z.array(z.email().max(254)).max(50).optional()

/** Parts of an e-mail. */
export const mail_fields = {
  subject: line.max(500).optional().describe('Subject of an e-mail; by default that of the conversation'),
  cc: copies.describe('Copies of an e-mail; by default the others of the customer’s last e-mail'),
  bcc: copies.describe('Hidden copies of an e-mail'),
}

/** Further parts of a message to a customer, where the channel has them. */
export const outbound_fields = {
  reply_to: id.optional().describe('Id of the message it quotes'),
  template: z
    .strictObject({
      name: written.max(512),
      language: written.max(20),
      parameters: z
        .strictObject({
          header: z
            .union([
              written.max(1024),
              z.strictObject({ link: written.max(2000).optional(), attachment_id: id.optional() }),
            ])
            .optional(),
          body: z
            .union([z.array(written.max(1024)).max(100), z.record(written.max(100), written.max(1024))])
            .optional(),
          buttons: z.record(written.max(10), written.max(2000)).optional(),
        })
        .optional(),
    })
    .optional()
    .describe('Approved template and its values: positional as a list, named as an object'),
  buttons: z
    .array(z.strictObject({ id: written.min(1).max(256), title: written.min(1).max(20) }))
    .min(1)
    .max(13)
    .optional()
    .describe('Buttons the customer can tap'),
  list: z
    .strictObject({
      button: written.min(1).max(20),
      sections: z
        .array(
          z.strictObject({
            title: written.max(24).optional(),
            rows: z
              .array(
                z.strictObject({
                  id: written.min(1).max(200),
                  title: written.min(1).max(24),
                  description: written.max(72).optional(),
                }),
              )
              .min(1)
              .max(10),
          }),
        )
        .min(1)
        .max(10),
    })
    .optional()
    .describe('List the customer can choose from'),
  scheduled_at: instant.optional().describe('Send it at this time instead of now'),
  voice: z.boolean().optional().describe('The attached audio is a voice note'),
  ...mail_fields,
  human_agent: z.boolean().optional().describe('Send with the human-agent tag, where the channel has one'),
}

/** The time a message of another product was sent; the message takes its place by it. */
export const original_time = instant.optional().describe('Original time of an imported message. Default now.')

/** The id of a message in its channel. */
export const external_id = written.min(1).max(500)

export const conversationFilters = {
  query: written.max(200).optional().describe('Words of a message, or of the contact: name, company, phone, e-mail'),
  status: z
    .enum([...statuses, 'all'])
    .optional()
    .describe('Default open'),
  inbox: line.optional().describe('Inbox, by name or id'),
  inbox_id: id.optional().describe('Inbox, by id'),
  assignee: line.optional().describe('Agent it is assigned to, by name, e-mail or id'),
  unassigned_only: z.boolean().optional().describe('Only unassigned conversations'),
  priority: z.enum(priorities).optional().describe('Only of this priority'),
  team: line.optional().describe('Team, by name or id'),
  label: line.optional().describe('Label it must have, by title or id'),
  unread_only: z.boolean().optional().describe('Only those with customer messages no agent has seen'),
  created_from: day.optional().describe('First day it was created, YYYY-MM-DD'),
  created_to: day.optional().describe('Last day it was created, inclusive, YYYY-MM-DD'),
  updated_from: day.optional().describe('First day it last changed, YYYY-MM-DD'),
  updated_to: day.optional().describe('Last day it last changed, inclusive, YYYY-MM-DD'),
}

/** Further filters of REST and the web app, which are not offered to agents' tools. */
export const moreFilters = {
  contact_id: id.optional().describe('Only conversations of this contact'),
  labels: z.array(line).max(20).optional().describe('Labels it must have, all of them'),
  participant: line.optional().describe('Participant, by name, e-mail or id'),
  source_id: written.max(500).optional().describe('Id of the contact in the channel'),
  filter: Filter.optional().describe('Conditions over any field, as JSON'),
  view_id: id
    .optional()
    .describe('Saved view of conversations, combined with the other filters; status then defaults to all'),
}
