import type { Condition, Filter, Operator } from '#contract/filters.ts'

/** What a field holds, as far as it can be asked about. */
export type FieldKind = keyof typeof operators

const presence = ['is_present', 'is_not_present'] as const
const operators = {
  text: ['equal_to', 'not_equal_to', 'contains', 'does_not_contain', 'starts_with', ...presence],
  choice: ['equal_to', 'not_equal_to', ...presence],
  number: ['equal_to', 'not_equal_to', 'is_greater_than', 'is_less_than', ...presence],
  boolean: ['equal_to'],
  moment: ['is_greater_than', 'is_less_than', 'days_before', ...presence],
  titles: ['equal_to', 'not_equal_to', 'contains', 'does_not_contain', ...presence],
  attribute: [
    'equal_to',
    'not_equal_to',
    'contains',
    'does_not_contain',
    'is_greater_than',
    'is_less_than',
    ...presence,
  ],
} satisfies Record<string, Operator[]>

/** What a field can be asked, in the order it is offered. */
export function operatorsOf(kind: FieldKind): Operator[] {
  return operators[kind]
}

export const needsNoValue = (operator: Operator) => operator === 'is_present' || operator === 'is_not_present'

/** A condition without its value is still being written. */
export const isWhole = ({ operator, values }: Condition) =>
  needsNoValue(operator) || values.some((value) => value !== '')

/** The same condition about another field, with the comparison kept where it fits. */
export function about(field: string, kind: FieldKind, operator: Operator): Condition {
  const fitting = operatorsOf(kind)
  const next = fitting.includes(operator) ? operator : fitting[0]!
  return { field, operator: next, values: valuesFor(kind, next) }
}

/** What a comparison begins with. */
export function valuesFor(kind: FieldKind, operator: Operator): Condition['values'] {
  if (needsNoValue(operator)) return []
  if (kind === 'boolean') return [true]
  return kind === 'choice' ? [] : ['']
}

/** The filter to be sent: without values nobody wrote, and without groups that ask nothing. */
export function written(filter: Filter | null): Filter | null {
  const groups = (filter?.any ?? []).map(({ all }) => ({
    all: all.map((each) => ({ ...each, values: each.values.filter((value) => value !== '') })),
  }))
  const any = groups.filter(({ all }) => all.length > 0)
  return any.length > 0 ? { any } : null
}
