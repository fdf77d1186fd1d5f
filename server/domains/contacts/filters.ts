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

/** Whether the list is planned for its values: a common word and a rare label want different indexes. */
export function isPlanned({
  limit: _limit,
  cursor: _cursor,
  ...asked
}: Asked & { limit?: unknown; cursor?: unknown }): boolean {
  const isFiltered = Object.values(asked).some((value) => value !== undefined)
  return isFiltered && !rules.isRare(rules.searchTerms(asked.query ?? ''))
}
