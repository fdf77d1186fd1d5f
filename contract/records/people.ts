import { z } from 'zod'
import { user_roles } from '#contract/permissions.ts'
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
