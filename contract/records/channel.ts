import { z } from 'zod'
import { Attachment } from '#contract/records/conversation.ts'
import { id, timestamp } from '#contract/scalars.ts'

/** A message template of an inbox, as the provider has it. */
export const ChannelTemplate = z
  .object({
    id,
    name: z.string(),
    language: z.string(),
    category: z.string(),
    status: z.string().describe('APPROVED can be sent'),
    parameter_format: z.enum(['positional', 'named']),
    components: z.array(z.record(z.string(), z.unknown())).describe('As the provider defines them'),
    rejected_reason: z.string().nullable(),
    updated_at: timestamp,
  })
  .meta({ id: 'ChannelTemplate' })
export type ChannelTemplate = z.output<typeof ChannelTemplate>

/** A request of the provider, as it arrived. */
export const InboxEvent = z
  .object({
    id,
    received_at: timestamp,
    outcome: z.enum(['processed', 'ignored', 'failed']).nullable().describe('Null while it waits to be processed'),
    reason: z.string().nullable(),
    kinds: z.array(z.string()).describe('Kinds of events it contained'),
    raw: z.string().describe('The exact body'),
  })
  .meta({ id: 'InboxEvent' })
export type InboxEvent = z.output<typeof InboxEvent>

/** A file stored for the headers of templates. */
export const InboxFile = Attachment.pick({
  id: true,
  file_name: true,
  file_type: true,
  content_type: true,
  size_bytes: true,
})
  .extend({ url: z.string().describe('Valid for seven days'), created_at: timestamp })
  .meta({ id: 'InboxFile' })
export type InboxFile = z.output<typeof InboxFile>
