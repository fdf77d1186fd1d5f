import { z } from 'zod'
import { Filter } from '#contract/filters.ts'
import { priorities, statuses } from '#contract/records/conversation.ts'
import { day, id, line, written } from '#contract/scalars.ts'

export const conversation_id = id.describe('Id of the conversation')

/** Where in a conversation to begin or to stop: the id of a message, which need not be there any more. */
export const place = z.string().regex(/^[0-9]{1,18}$/, 'Give the id of a message')

export const label_fields = {
  label_id: id.optional().describe('Id of the label'),
  label_title: line.optional().describe('Title of the label, without regard to case; give this or label_id'),
}

/** What a program wants to keep with a record: any JSON that can be kept and shown again. */
export const kept = z.record(
  written.max(100),
  z.json().refine((value) => isKeepable(value), 'Leave out NUL and broken characters'),
)

function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return written.safeParse(value).success
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every((entry) => entry.every(isKeepable))
}

/** What a message may say. */
export const message_fields = {
  content: written.max(150_000).optional().describe('The text; needed unless there are attachments'),
  content_type: line.optional().describe('Default text'),
  content_attributes: kept.optional().describe('What a program wants to keep with it'),
  attachments: z
    .array(z.string().max(4000))
    .max(15)
    .optional()
    .describe('Tokens of uploaded files (POST /attachments); or send the files themselves as multipart/form-data'),
}

/** An id of a message in its channel. */
export const external_id = written.min(1).max(500)

export const conversationFilters = {
  status: z
    .enum([...statuses, 'all'])
    .optional()
    .describe('Default open'),
  inbox: line.optional().describe('Inbox, by name or id'),
  inbox_id: id.optional().describe('Inbox, by id'),
  assignee: line.optional().describe('Agent it is assigned to, by name, e-mail or id'),
  unassigned_only: z.boolean().optional().describe('Only those nobody is assigned to'),
  priority: z.enum(priorities).optional().describe('Only of this priority'),
  team: line.optional().describe('Team, by name or id'),
  label: line.optional().describe('A label it must carry, by title or id'),
  unread_only: z.boolean().optional().describe('Only where the customer wrote after an agent last looked'),
  created_from: day.optional().describe('First day it was created, YYYY-MM-DD'),
  created_to: day.optional().describe('Last day it was created, inclusive, YYYY-MM-DD'),
  updated_from: day.optional().describe('First day it last changed, YYYY-MM-DD'),
  updated_to: day.optional().describe('Last day it last changed, inclusive, YYYY-MM-DD'),
}

/** What programs and the web app can ask besides; agents' tools keep to the specification. */
export const moreFilters = {
  contact_id: id.optional().describe('Only conversations of this contact'),
  labels: z.array(line).max(20).optional().describe('Labels it must carry, all of them'),
  participant: line.optional().describe('Agent who follows it, by name, e-mail or id'),
  source_id: written.max(500).optional().describe('Who the contact is in the channel'),
  query: written.max(200).optional().describe('Words a message of it must have'),
  filter: Filter.optional().describe('Conditions over any field, as JSON'),
  view_id: id
    .optional()
    .describe('A saved view of conversations, whose filter is added to the others; with it, status defaults to all'),
}
