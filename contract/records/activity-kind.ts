import { z } from 'zod'
import { id, timestamp } from '#contract/scalars.ts'

export const activity_icons = [
  'map_pin',
  'house',
  'key',
  'file',
  'send',
  'message',
  'handshake',
  'package',
  'wrench',
  'camera',
  'flag',
  'star',
] as const
export type ActivityIconName = (typeof activity_icons)[number]

/** A type of activities that the workspace added to the built-in ones. */
export const ActivityType = z
  .object({
    id,
    name: z.string(),
    icon: z.enum(activity_icons),
    duration_minutes: z.int().nullable().describe('Duration of a new activity for which none is given'),
    archived: z.boolean().describe('Not offered for new activities'),
    in_use: z.boolean().describe('Some activities have it, so it can be archived but not deleted'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ActivityType' })
export type ActivityType = z.output<typeof ActivityType>
