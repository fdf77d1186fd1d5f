import type { z } from 'zod'
import type { contactFilters } from '#domains/contacts/inputs.ts'
import * as labels from '#domains/contacts/labels.ts'
import * as rules from '#domains/contacts/rules.ts'
import type { Filters } from '#domains/contacts/store.ts'
import type { Context } from '#kernel/operation.ts'

type Asked = z.output<z.ZodObject<typeof contactFilters>>

/** What the caller asked for, as the store wants it. */
export async function toFilters(ctx: Context, asked: Asked): Promise<Filters> {
  const carried = await labels.getAll(ctx, asked.labels ?? [])
  return {
    terms: rules.searchTerms(asked.query ?? ''),
    attributes: asked.attributes,
    label_ids: carried.map((label) => label.id),
    has_open_conversation: asked.has_open_conversation,
    ...rules.createdWithin(asked, ctx.now, ctx.actor.account.time_zone),
  }
}

/** Whether any filter narrows the list: only then is the statement planned for its values. */
export function isFiltered({
  limit: _limit,
  cursor: _cursor,
  ...filters
}: Asked & { limit?: unknown; cursor?: unknown }): boolean {
  return Object.values(filters).some((value) => value !== undefined)
}
