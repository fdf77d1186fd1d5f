import { z } from 'zod'
import { cursor, id, limit, page } from '#contract/scalars.ts'
import { nothing, part } from '#db/sql.ts'
import { operation } from '#kernel/operation.ts'
import { readPage, toPage } from '#kernel/paging.ts'

const Duplicates = z.object({
  name: z.string().describe('The name they share, without case or accents'),
  contacts: z
    .array(z.object({ id, name: z.string(), phone_number: z.string().nullable(), email: z.string().nullable() }))
    .describe('The oldest first, at most 20'),
})

export const list_duplicate_contacts = operation({
  summary: 'List groups of contacts that share a name, to be merged where they are one person. By name.',
  rest: 'GET /contacts/duplicates',
  permission: 'contacts:read',
  tool: false,
  analysis: () => true,
  input: z.strictObject({ limit: limit.optional(), cursor: cursor.optional() }),
  output: page(Duplicates),

  async run(ctx, input) {
    const { after, limit } = readPage(ctx, input)
    const later = after ? part`and fold(name) > ${after[0]}` : nothing
    const rows = await ctx.sql<z.input<typeof Duplicates>>`
      select fold(name) as name,
             (array_agg(jsonb_build_object('id', id::text, 'name', name, 'phone_number', phone_number, 'email', email) order by id))[:20] as contacts
        from contacts where account_id = ${ctx.actor.account.id} ${later}
       group by fold(name) having count(*) > 1 order by fold(name) limit ${limit + 1}`
    return toPage(ctx, input, rows, (group) => [group.name])
  },
})
