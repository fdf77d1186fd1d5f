import type { Filter } from '#contract/filters.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { attributes as contact_attributes, fields as contact_fields } from '#domains/contacts/filters/resolve.ts'
import { sorts as contact_sorts } from '#domains/contacts/inputs.ts'
import {
  attributes as conversation_attributes,
  fields as conversation_fields,
} from '#domains/conversations/filters/conditions.ts'
import { sorts as conversation_sorts } from '#domains/conversations/filters/sort.ts'
import {
  lead_attributes,
  lead_fields,
  opportunity_attributes,
  opportunity_fields,
} from '#domains/crm/records/filter-fields.ts'
import { lead_sorts, opportunity_sorts } from '#domains/crm/inputs.ts'
import { type Attributes, conditions, type Fields } from '#kernel/filters/conditions.ts'
import type { Context } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

type Resource = SavedView['resource']

/** Fields and sort keys of each list that can be saved as a view. */
const resources: Record<Resource, { fields: Fields; attributes: Attributes; sorts: readonly string[] }> = {
  conversations: { fields: conversation_fields, attributes: conversation_attributes, sorts: conversation_sorts },
  contacts: { fields: contact_fields, attributes: contact_attributes, sorts: contact_sorts },
  leads: { fields: lead_fields, attributes: lead_attributes, sorts: lead_sorts },
  opportunities: { fields: opportunity_fields, attributes: opportunity_attributes, sorts: opportunity_sorts },
}

/** Rejects a filter or sort that the list itself would reject, so a saved view always opens. */
export function checkView({ actor }: Context, resource: Resource, view: { filter: Filter; sort: string | null }): void {
  const { fields, attributes, sorts } = resources[resource]
  conditions(view.filter, fields, attributes, actor.account.time_zone)
  if (view.sort === null || sorts.includes(view.sort)) return
  reject('invalid_value', `${resource} cannot be sorted by ${view.sort}; use one of: ${sorts.join(', ')}.`, 'sort')
}
