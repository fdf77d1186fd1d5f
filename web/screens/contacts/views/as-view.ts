import type { Condition, Filter, Operator } from '#contract/filters.ts'
import { addDays } from '#contract/periods.ts'
import type { Kept } from '#web/screens/contacts/contact-filters.ts'
import { readCondition } from '#web/screens/inbox/conversation-filters.ts'

/** What the list shows now, as a view keeps it: conditions only. `before` is the view it begins with. */
export function asView({ label = [], period, from, to, where = [] }: Kept, before?: Filter): Filter | undefined {
  const isCustom = period === 'custom'
  const more: Condition[] = [
    ...label.map((title) => condition('labels', 'equal_to', title)),
    ...(isCustom && from ? [condition('created_at', 'is_greater_than', from)] : []),
    // A condition holds from the beginning of a day: the last day is over when the next begins.
    ...(isCustom && to ? [condition('created_at', 'is_less_than', addDays(to, 1))] : []),
    ...where.flatMap((text) => readCondition(text) ?? []),
  ]
  const any = (before?.any ?? [{ all: [] }]).map(({ all }) => ({ all: [...all, ...more] }))
  return any.every(({ all }) => all.length > 0) ? { any } : undefined
}

const condition = (field: string, operator: Operator, value: string): Condition => ({
  field,
  operator,
  values: [value],
})
