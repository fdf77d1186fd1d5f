import { z } from 'zod'
import { Author } from '#contract/records/author.ts'
import { id, timestamp } from '#contract/scalars.ts'

export const CannedResponse = z
  .object({
    id,
    inbox: z.object({ id, name: z.string() }),
    short_code: z.string().describe('Without the leading slash; unique in its inbox'),
    content: z.string(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'CannedResponse' })
export type CannedResponse = z.output<typeof CannedResponse>

/** An earlier version of a canned response. */
export const CannedResponseVersion = z
  .object({ version: z.int(), short_code: z.string(), content: z.string(), author: Author, created_at: timestamp })
  .meta({ id: 'CannedResponseVersion' })
export type CannedResponseVersion = z.output<typeof CannedResponseVersion>

export const attribute_models = [
  'contact_attribute',
  'conversation_attribute',
  'lead_attribute',
  'opportunity_attribute',
] as const
export const attribute_types = ['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'] as const

export const CustomAttribute = z
  .object({
    id,
    display_name: z.string(),
    key: z.string(),
    model: z.enum(attribute_models),
    type: z.enum(attribute_types),
    description: z.string().nullable(),
    values: z.array(z.string()).describe('Options of a list'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'CustomAttribute' })
export type CustomAttribute = z.output<typeof CustomAttribute>
