import type { z } from 'zod'
import { joined, part } from '#db/sql.ts'
import type { moreFilters } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels.ts'
import type { Filters } from '#domains/contacts/matching.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { type Attributes, conditions, type Field } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'

type Asked = z.output<z.ZodObject<typeof moreFilters>>

/** What the caller asked for, as the store wants it. */
export async function toFilters(ctx: Context, asked: Asked): Promise<Filters> {
  const { time_zone } = ctx.actor.account
  const viewed = asked.view_id === undefined ? undefined : await views.getFilter(ctx, asked.view_id, 'contacts')
  const sent = [asked.filter, viewed].filter((each) => each !== undefined)
  const met = sent.map((filter) => conditions(filter, fields, attributes, time_zone))
  const carried = await labels.getAll(ctx, asked.labels ?? [])
  return {
    terms: rules.searchTerms(asked.query ?? ''),
    attributes: asked.attributes,
    label_ids: carried.map((label) => label.id),
    has_open_conversation: asked.has_open_conversation,
    ...rules.createdWithin(asked, ctx.now, time_zone),
    filter: met.length > 0 ? joined(met, ' and ') : undefined,
  }
}

/** Whether the list is planned for its values: a common word and a rare label want different indexes. */
export function isPlanned({
  limit: _limit,
  cursor: _cursor,
  ...asked
}: Asked & { limit?: unknown; cursor?: unknown }): boolean {
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return isFiltered && !rules.isRare(rules.searchTerms(asked.query ?? ''))
}

/** Where custom attributes are. */
export const attributes: Attributes = { custom_attributes: part`c.custom_attributes` }

/** What of a contact a filter, a saved view or a rule may ask for. */
export const fields: Record<string, Field> = {
  id: { kind: 'id', is: part`c.id` },
  name: { kind: 'text', is: part`c.name` },
  email: { kind: 'key', is: part`c.email` },
  phone_number: { kind: 'key', is: part`c.phone_number` },
  identifier: { kind: 'key', is: part`c.identifier` },
  city: { kind: 'text', is: part`c.city` },
  country: { kind: 'text', is: part`c.country` },
  company_name: { kind: 'text', is: part`c.company_name` },
  job_title: { kind: 'text', is: part`c.job_title` },
  bio: { kind: 'text', is: part`c.bio` },
  blocked: { kind: 'boolean', is: part`c.blocked` },
  created_at: { kind: 'moment', is: part`c.created_at` },
  updated_at: { kind: 'moment', is: part`c.updated_at` },
  last_activity_at: { kind: 'moment', is: part`c.last_activity_at` },
  labels: {
    kind: 'titles',
    is: part`select l.title from contact_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
              where cl.account_id = c.account_id and cl.contact_id = c.id`,
  },
}
