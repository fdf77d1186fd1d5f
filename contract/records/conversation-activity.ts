import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const activity_kinds = [
  'status',
  'assignee',
  'team',
  'priority',
  'label_added',
  'label_removed',
  'renamed',
  'merged',
] as const

/** One line of the history of a conversation. */
export const ConversationActivity = z
  .object({
    id,
    kind: z.enum(activity_kinds).describe('renamed and merged are about the contact'),
    author: Author.describe('The person, rule or program that made the change'),
    from: z.string().nullable().describe('Status, name, priority or label before; the id of a merged contact'),
    to: z.string().nullable().describe('Status, name, priority or label after'),
    until: timestamp.nullable().describe('End of a snooze; null until the customer writes'),
    created_at: timestamp,
  })
  .meta({ id: 'ConversationActivity' })
export type ConversationActivity = z.output<typeof ConversationActivity>
