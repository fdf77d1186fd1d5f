import type { Condition } from '#contract/filters.ts'
import { needsNoValue } from './operators.ts'

type Known = Record<string, { name: string; choices?: readonly { id: string; name: string }[] }>
type Words = { operators: Record<string, string>; yes: string; no: string }
type Told = Pick<Condition, 'field' | 'operator'> & { values: readonly unknown[] }

/** A condition in words: `Ciudad es Bogotá`. What is named by its id says its name. */
export function asText({ field, operator, values }: Told, fields: Known, words: Words) {
  const known = fields[field]
  const named = (value: unknown) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return known?.choices?.find(({ id }) => id === String(value))?.name ?? String(value)
  }
  const value = needsNoValue(operator) ? '' : values.map(named).join(', ')
  return [known?.name ?? field, words.operators[operator], value].filter(Boolean).join(' ')
}
