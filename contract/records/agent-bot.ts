import { z } from 'zod'
import { id, timestamp } from '#contract/scalars.ts'

/** A program that answers customers first, in the inboxes it is attached to. */
export const AgentBot = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    url: z.string().nullable().describe('Address that receives its events, in the classic format'),
    inbox_ids: z.array(id).describe('Inboxes it answers in; their new conversations start pending'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AgentBot' })
export type AgentBot = z.output<typeof AgentBot>

export const NewAgentBot = AgentBot.extend({
  token: z.string().describe('Opens the classic routes that bots may use; shown once'),
  secret: z.string().describe('Signs the events it receives; shown once'),
}).meta({ id: 'NewAgentBot' })
export type NewAgentBot = z.output<typeof NewAgentBot>
