import { z } from 'zod'
import { id, timestamp } from '#contract/scalars.ts'

export const Label = z
  .object({
    id,
    title: z.string().describe('Unique in the workspace, ignoring case'),
    description: z.string().nullable(),
    color: z.string().describe('Hex, such as #1f93ff'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Label' })
export type Label = z.output<typeof Label>
