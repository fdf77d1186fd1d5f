import type { z } from 'zod'
import { joinParts, part } from '#db/sql.ts'
import type { allFilters } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels/store.ts'
import type { Filters } from './conditions.ts'
import { toMediumColumn, toOriginColumn } from '#domains/contacts/origins/columns.ts'
import * as rules from '#domains/contacts/rules.ts'
import * as views from '#domains/workspace/saved-views.ts'
import { type Attributes, conditions, type Field } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'

type FilterInput = z.output<z.ZodObject<typeof allFilters>>

/** Resolves the filter input: saved view, label titles and period. */
export async function toFilters(ctx: Context, input: FilterInput): Promise<Filters> {
  const { time_zone } = ctx.actor.account
  const viewFilter = input.view_id === undefined ? undefined : await views.getFilter(ctx, input.view_id, 'contacts')
  const filters = [input.filter, viewFilter].filter((each) => each !== undefined)
  const met = filters.map((filter) => conditions(filter, fields, attributes, time_zone))
  const chosen = await labels.getAll(ctx, input.labels ?? [])
  return {
    terms: rules.searchTerms(input.query ?? ''),
    attributes: input.attributes,
    label_ids: chosen.map((label) => label.id),
    has_open_conversation: input.has_open_conversation,
    ...rules.createdWithin(input, ctx.now, time_zone),
    filter: met.length > 0 ? joinParts(met, ' and ') : undefined,
  }
}

/** True if the query should be planned for its values: a common word and a rare label need different indexes. */
export function isPlanned({
  limit: _limit,
  cursor: _cursor,
  ...input
}: FilterInput & { limit?: unknown; cursor?: unknown }): boolean {
  const isFiltered = Object.values(input).some((value) => value !== undefined)
  return isFiltered && !rules.isRare(rules.searchTerms(input.query ?? ''))
}

export const attributes: Attributes = { custom_attributes: part`c.custom_attributes` }

/** The source of a contact, otherwise the channel they first wrote to. */
const origin_or_channel = part`coalesce(c.origin_source,
  (select i.channel from inboxes i where i.account_id = c.account_id and i.id = c.first_inbox_id), 'directo')`

/** Contact fields that filters, saved views and rules can use. */
export const fields: Record<string, Field> = {
  id: { kind: 'id', is: part`c.id` },
  name: { kind: 'text', is: part`c.name` },
  email: { kind: 'key', is: part`c.email` },
  email_status: { kind: 'choice', is: part`c.email_status` },
  phone_number: { kind: 'phone', is: part`c.phone_number` },
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
  first_inbox_id: { kind: 'id', is: part`c.first_inbox_id` },
  origin: { kind: 'key', is: toOriginColumn(part`c.origin_source`) },
  medium: { kind: 'key', is: toMediumColumn(part`c.origin_medium`) },
  campaign: { kind: 'key', is: part`c.origin_campaign` },
  origin_or_channel: {
    kind: 'key',
    is: part`coalesce(${toOriginColumn(origin_or_channel)}, ${origin_or_channel})`,
  },
  labels: {
    kind: 'titles',
    is: part`select l.title from contact_labels cl join labels l on l.account_id = cl.account_id and l.id = cl.label_id
              where cl.account_id = c.account_id and cl.contact_id = c.id`,
  },
}
