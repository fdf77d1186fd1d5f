import { z } from 'zod'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import { emptyPart, part } from '#db/sql.ts'
import { whereContactVisible } from '#domains/access/visibility.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

const Duplicates = z.object({
  name: z.string().describe('The shared name, without case or accents'),
  contacts: z
    .array(z.object({ id, name: z.string(), phone_number: z.string().nullable(), email: z.string().nullable() }))
    .describe('Oldest first, at most 20'),
})

export const list_duplicate_contacts = operation({
  summary: 'List groups of contacts with the same name, as candidates for merge_contacts.',
  rest: 'GET /contacts/duplicates',
  permission: 'contacts:read',
  tool: false,
  analytics: () => true,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(Duplicates),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const later = after ? part`and fold(name) > ${after[0]}` : emptyPart
    const rows = await ctx.sql<z.input<typeof Duplicates>>`
      select fold(name) as name,
             (array_agg(jsonb_build_object('id', id::text, 'name', name, 'phone_number', phone_number, 'email', email) order by id))[:20] as contacts
        from contacts c where account_id = ${ctx.actor.account.id} ${later} ${whereContactVisible(ctx.actor, part`c`)}
       group by fold(name) having count(*) > 1 order by fold(name) limit ${limit + 1}`
    return toPage(ctx, input, rows, (group) => [group.name])
  },
})
