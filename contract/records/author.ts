import { z } from 'zod'
import { id } from '#contract/scalars.ts'

/** The author of a change, as stored in records and events. */
export const Author = z
  .object({
    type: z.enum(['user', 'api_key', 'contact', 'automation', 'ai_agent', 'campaign', 'system', 'bot']),
    id: z.string().nullable(),
    name: z.string(),
  })
  .meta({ id: 'Author' })
export type Author = z.output<typeof Author>

/** The product, when it acts by itself. */
export const HILO = { type: 'system', id: null, name: 'Hilo' } as const satisfies Author

/** The name of the system when it acts on a command at the machine. */
export const COMMAND_LINE = 'Command line'

/**
 * The person or key that last saved something that runs later, such as a rule. Permissions are those it was saved with;
 * null for an administrator, who has them all.
 */
export const Maker = Author.extend({ user_id: id.nullable(), permissions: z.array(z.string()).nullable() }).meta({
  id: 'Maker',
})
export type Maker = z.output<typeof Maker>
