import { z } from 'zod'
import { record_visibilities, user_roles } from '#contract/permissions.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const availabilities = ['online', 'busy', 'offline'] as const

/** Someone who answers customers. */
export const Agent = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: z.enum(user_roles),
    availability: z
      .enum(availabilities)
      .describe('online while they say so and are connected, or say so and stay online without a connection'),
    auto_offline: z.boolean().describe('Without a connection they count as offline'),
    capacity: z.int().nullable().describe('How many open conversations are given to them at once; null is no bound'),
  })
  .meta({ id: 'Agent' })
export type Agent = z.output<typeof Agent>

/** What someone may be told by e-mail. */
export const notification_kinds = [
  'conversation_assigned',
  'mention',
  'owner_changed',
  'sla_breached',
  'activity_due',
] as const
export type NotificationKind = (typeof notification_kinds)[number]

export const NotificationPreferences = z
  .object(
    Object.fromEntries(notification_kinds.map((kind) => [kind, z.boolean()])) as Record<NotificationKind, z.ZodBoolean>,
  )
  .meta({ id: 'NotificationPreferences' })
export type NotificationPreferences = z.output<typeof NotificationPreferences>

/** Someone who belongs to the workspace, also when they no longer work here. */
export const Member = Agent.omit({ availability: true })
  .extend({
    visibility: z.enum(record_visibilities).describe('Which conversations, leads and opportunities they see'),
    teams: z.array(z.object({ id, name: z.string() })),
    two_factor: z.boolean().describe('They sign in with a second factor'),
    open_conversations: z.int().describe('Open conversations assigned to them'),
    deactivated_at: timestamp.nullable(),
    last_seen_at: timestamp.nullable().describe('When they last used the web app'),
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
