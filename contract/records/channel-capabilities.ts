import { z } from 'zod'

/** Abilities and limits of a channel, which composers and agents read. */
export const ChannelCapabilities = z
  .object({
    text_limit: z.int().nullable().describe('Longest text, in `text_unit`'),
    text_unit: z.enum(['characters', 'bytes']),
    files: z.array(
      z.object({
        type: z.enum(['image', 'audio', 'video', 'file']),
        max_bytes: z.int(),
        content_types: z.array(z.string()).describe('Empty means any'),
      }),
    ),
    replies: z.boolean().describe('Can quote a message'),
    reactions: z.boolean(),
    edits: z.boolean().describe('Sent messages can be edited'),
    deletions: z.boolean().describe('Sent messages can be deleted for the customer'),
    templates: z.boolean(),
    buttons: z.int().describe('Most buttons of a message; 0 if it has none'),
    list: z.int().describe('Most rows of a list; 0 if it has none'),
    window_hours: z
      .number()
      .nullable()
      .describe('Free text is allowed this long after the customer wrote; null: always'),
    human_agent_hours: z.number().nullable().describe('A person may answer this long with human_agent'),
    starts_conversations: z.boolean().describe('The business may write first'),
    typing: z.boolean(),
    read_receipts: z.boolean(),
  })
  .meta({ id: 'ChannelCapabilities' })
export type ChannelCapabilities = z.output<typeof ChannelCapabilities>
