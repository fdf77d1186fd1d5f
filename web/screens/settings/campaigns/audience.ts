import type { Condition } from '#contract/filters.ts'
import type { Audience } from '#contract/records/campaign.ts'

/** An audience as the form shows it: labels, and conditions of one value that must all hold. */
export type AudienceDraft = {
  labels: string[]
  conditions: Condition[]
  /** Made by a program, and more than the form can show: kept as it is. */
  isAdvanced: boolean
}

export function readAudience({ labels, filter }: Audience): AudienceDraft {
  const [group, ...others] = filter?.any ?? []
  const isAdvanced = others.length > 0 || Boolean(group?.all.some(({ values }) => values.length > 1))
  return { labels, conditions: isAdvanced ? [] : (group?.all ?? []), isAdvanced }
}

/** The audience to be saved. `before` is what an advanced filter is kept from. */
export function asAudience({ labels, conditions, isAdvanced }: AudienceDraft, before?: Audience): Audience {
  if (isAdvanced) return { labels, filter: before?.filter ?? null }
  const whole = conditions.filter(isWhole)
  return { labels, filter: whole.length > 0 ? { any: [{ all: whole }] } : null }
}

export const isNobody = ({ labels, filter }: Audience) => labels.length === 0 && !filter

/** A condition without its value is still being written. */
const isWhole = ({ operator, values }: Condition) => needsNoValue(operator) || values.some((value) => value !== '')

export const needsNoValue = (operator: Condition['operator']) =>
  operator === 'is_present' || operator === 'is_not_present'

/** What a field can be asked, in the order it is offered. */
export function operatorsOf(kind: FieldKind): Condition['operator'][] {
  return operators[kind]
}

export type FieldKind = keyof typeof operators

const presence = ['is_present', 'is_not_present'] as const
const operators = {
  text: ['equal_to', 'not_equal_to', 'contains', 'does_not_contain', 'starts_with', ...presence],
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
} satisfies Record<string, Condition['operator'][]>

type Names = Record<string, { name: string }>

/** A condition in words: `Ciudad es Bogotá`. */
export function asText({ field, operator, values }: Condition, fields: Names, words: Record<string, string>) {
  const value = needsNoValue(operator) ? '' : values.join(', ')
  return [fields[field]?.name ?? field, words[operator], value].filter(Boolean).join(' ')
}
