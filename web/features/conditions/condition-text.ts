import type { Condition } from '#contract/filters.ts'
import { needsNoValue } from './operators.ts'

type Known = Record<
  string,
  { name: string; choices?: readonly { id: string; name: string }[]; nameOf?: (value: string) => string | undefined }
>
type Words = { operators: Record<string, string>; yes: string; no: string }
type ConditionParts = Pick<Condition, 'field' | 'operator'> & { values: readonly unknown[] }

/** Describes a condition: `Ciudad es Bogotá`. Ids and slugs are shown by name, timestamps and periods as days. */
export function conditionText(
  { field, operator, values }: ConditionParts,
  fields: Known,
  words: Words,
  day: (at: string) => string,
) {
  const definition = fields[field]
  const format = (value: unknown) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    const text = String(value)
    const isWhole = operator === 'equal_to' || operator === 'not_equal_to'
    const name = definition?.choices?.find(({ id }) => id === text)?.name ?? (isWhole && definition?.nameOf?.(text))
    return name || (moment.test(text) ? day(text) : text)
  }
  const periods = values.map((value) => period.exec(String(value)))
  if (operator === 'equal_to' && periods.length > 0 && periods.every((each) => each !== null))
    return `${definition?.name ?? field}: ${periods.map((each) => toSpan(each, day)).join(', ')}`
  const value = needsNoValue(operator) ? '' : values.map(format).join(', ')
  return [definition?.name ?? field, words.operators[operator], value].filter(Boolean).join(' ')
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const period = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/

const toSpan = ([, from, to]: RegExpExecArray, day: (at: string) => string) =>
  [...new Set([from, to])].map((each) => day(`${each}T12:00:00Z`)).join(' – ')
