import type { Condition, Filter, Operator } from '#contract/filters.ts'
import { addDays } from '#contract/periods.ts'
import type { ContactFilters } from '#web/screens/contacts/contact-filters.ts'
import { readCondition } from '#web/features/conditions/condition-param.ts'

/** The current filters as the conditions of a view. */
export function toViewFilter({ label = [], period, from, to, where = [] }: ContactFilters): Filter | undefined {
  const isCustom = period === 'custom'
  const all: Condition[] = [
    ...label.map((title) => condition('labels', 'equal_to', title)),
    ...(isCustom && from ? [condition('created_at', 'is_greater_than', from)] : []),
    // A condition compares with the start of a day, so the last day ends where the next one starts.
    ...(isCustom && to ? [condition('created_at', 'is_less_than', addDays(to, 1))] : []),
    ...where.flatMap((text) => readCondition(text) ?? []),
  ]
  return all.length > 0 ? { any: [{ all }] } : undefined
}

const condition = (field: string, operator: Operator, value: string): Condition => ({
  field,
  operator,
  values: [value],
})
