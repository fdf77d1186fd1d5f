import { z } from 'zod'
import { record_visibilities, user_roles } from '#contract/permissions.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const availabilities = ['online', 'busy', 'offline'] as const

/** A person who answers customers. */
export const Agent = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: z.enum(user_roles),
    availability: z.enum(availabilities).describe('online: set by the agent, and connected unless auto_offline is off'),
    availability_until: timestamp.nullable().describe('When a busy or offline agent counts as online again'),
    auto_offline: z.boolean().describe('Counts as offline without a connection'),
    capacity: z.int().nullable().describe('Maximum open conversations assigned at once; null: no limit'),
  })
  .meta({ id: 'Agent' })
export type Agent = z.output<typeof Agent>

/** A member of the workspace, including deactivated ones. */
export const Member = Agent.omit({ availability: true, availability_until: true })
  .extend({
    visibility: z.enum(record_visibilities).describe('Conversations, leads and opportunities they see'),
    teams: z.array(z.object({ id, name: z.string() })),
    two_factor: z.boolean().describe('Uses a second factor'),
    open_conversations: z.int().describe('Open conversations assigned to them'),
    deactivated_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable().describe('Last use of the web app'),
  })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

export const Team = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    allow_auto_assign: z.boolean(),
    members: z.array(z.object({ id, name: z.string(), email: z.string() })),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Team' })
export type Team = z.output<typeof Team>
