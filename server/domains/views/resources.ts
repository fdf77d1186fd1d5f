import type { Filter } from '#contract/filters.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { attributes as contact_attributes, fields as contact_fields } from '#domains/contacts/filters.ts'
import { sorts as contact_sorts } from '#domains/contacts/inputs.ts'
import { attributes as conversation_attributes, fields as conversation_fields } from '#domains/conversations/filters.ts'
import { sorts as conversation_sorts } from '#domains/conversations/sorting.ts'
import { lead_attributes, lead_fields, opportunity_attributes, opportunity_fields } from '#domains/crm/filters.ts'
import { more as boards } from '#domains/crm/inputs.ts'
import { type Attributes, conditions, type Fields } from '#kernel/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Resource = SavedView['resource']

/** Leads and opportunities have the same orders. */
const board_sorts = boards.sort.unwrap().options

/** What each list that can be saved as a view may be asked for, and the orders it can have besides its own. */
const known: Record<Resource, { fields: Fields; attributes: Attributes; sorts: readonly string[] }> = {
  conversations: { fields: conversation_fields, attributes: conversation_attributes, sorts: conversation_sorts },
  contacts: { fields: contact_fields, attributes: contact_attributes, sorts: contact_sorts },
  leads: { fields: lead_fields, attributes: lead_attributes, sorts: board_sorts },
  opportunities: { fields: opportunity_fields, attributes: opportunity_attributes, sorts: board_sorts },
}

/** Refuses what the list itself would refuse, so that a view that was saved can be looked at. */
export function check({ actor }: Context, resource: Resource, view: { filter: Filter; sort: string | null }): void {
  const { fields, attributes, sorts } = known[resource]
  conditions(view.filter, fields, attributes, actor.account.time_zone)
  if (view.sort === null || sorts.includes(view.sort)) return
  reject('invalid_value', `There is no order ${view.sort} of ${resource}; choose among ${sorts.join(', ')}.`, 'sort')
}
