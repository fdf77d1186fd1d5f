import { most_alternatives } from '#contract/filter-limits.ts'
import type { Filter } from '#contract/filters.ts'
import type { Input, Output } from '#web/app/api.ts'

export type View = Output<'list_saved_views'>['items'][number]
export type ViewResource = Input<'create_saved_view'>['resource']

const totals = ['get_board_totals', 'get_sales_totals'] as const
const reads = {
  contacts: ['search_contacts'],
  conversations: ['list_conversations', 'count_conversations'],
  leads: ['crm_list_leads', ...totals],
  opportunities: ['crm_list_opportunities', ...totals],
} as const

/** Reads that change with a view of this resource. */
export const staleReads = (resource: ViewResource) => ['list_saved_views', ...reads[resource]] as const

/** Whether a view can hold the filter. The alternatives of two text searches multiply. */
export const isSavable = (filter: Filter) => filter.any.length <= most_alternatives

/** Both filters at once: each alternative of one with each of the other. */
export function combine(first: Filter | undefined, second: Filter | undefined): Filter | undefined {
  if (!first || !second) return first ?? second
  return { any: first.any.flatMap((a) => second.any.map((b) => ({ all: [...a.all, ...b.all] }))) }
}
