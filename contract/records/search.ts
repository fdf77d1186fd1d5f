import { z } from 'zod'
import { channels } from '#contract/channels.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const search_kinds = ['contacts', 'conversations', 'leads', 'opportunities', 'properties', 'documents'] as const
export type SearchKind = (typeof search_kinds)[number]

/** A record as a search shows it. */
export const SearchMatch = z.object({
  id,
  name: z.string(),
  detail: z.string().nullable().describe('More to tell it from others: phone number, stage, code or collection'),
  url: z.string(),
})
export type SearchMatch = z.output<typeof SearchMatch>

const named = z.object({ id, name: z.string() })

/** A conversation found by its customer, or by its newest message with the words. */
export const SearchedConversation = z.object({
  id,
  contact: named,
  inbox: named,
  channel: z.enum(channels),
  status: z.string(),
  last_activity_at: timestamp,
  message: z
    .object({
      id,
      content: z.string(),
      direction: z.string(),
      private: z.boolean(),
      author: z.string(),
      created_at: timestamp,
    })
    .nullable()
    .describe('The newest message with the words; null where only the customer matches'),
  url: z.string(),
})
export type SearchedConversation = z.output<typeof SearchedConversation>
