import type { Condition, Filter, Operator } from '#contract/filters.ts'

/** The value type of a field. */
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

/** The operators of each type, in display order. */
export function operatorsOf(kind: FieldKind): Operator[] {
  return operators[kind]
}

export const needsNoValue = (operator: Operator) => operator === 'is_present' || operator === 'is_not_present'

/** A condition without a value is incomplete. */
export const isWhole = ({ operator, values }: Condition) =>
  needsNoValue(operator) || values.some((value) => value !== '')

/** Changes the field of a condition and keeps the operator if it fits. */
export function about(field: string, kind: FieldKind, operator: Operator): Condition {
  const fitting = operatorsOf(kind)
  const next = fitting.includes(operator) ? operator : fitting[0]!
  return { field, operator: next, values: valuesFor(kind, next) }
}

/** The initial values of an operator. */
export function valuesFor(kind: FieldKind, operator: Operator): Condition['values'] {
  if (needsNoValue(operator)) return []
  if (kind === 'boolean') return [true]
  return kind === 'choice' ? [] : ['']
}

/** The filter to send, without empty values and groups. */
export function withoutEmpty(filter: Filter | null): Filter | null {
  const groups = (filter?.any ?? []).map(({ all }) => ({
    all: all.map((each) => ({ ...each, values: each.values.filter((value) => value !== '') })),
  }))
  const any = groups.filter(({ all }) => all.length > 0)
  return any.length > 0 ? { any } : null
}
