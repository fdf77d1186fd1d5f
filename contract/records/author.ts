import { z } from 'zod'

/** Who did it, as records and events remember it. */
export const Author = z
  .object({
    type: z.enum(['user', 'api_key', 'contact', 'automation', 'ai_agent', 'campaign', 'system']),
    id: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'Author' })
export type Author = z.output<typeof Author>
