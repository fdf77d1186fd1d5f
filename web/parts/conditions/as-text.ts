import type { Condition } from '#contract/filters.ts'
import { needsNoValue } from './operators.ts'

type Known = Record<string, { name: string; choices?: readonly { id: string; name: string }[] }>
type Words = { operators: Record<string, string>; yes: string; no: string }
type Told = Pick<Condition, 'field' | 'operator'> & { values: readonly unknown[] }

/** A condition in words: `Ciudad es Bogotá`. What is named by its id says its name, and a moment the day it is. */
export function asText({ field, operator, values }: Told, fields: Known, words: Words, day: (at: string) => string) {
  const known = fields[field]
  const named = (value: unknown) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no
    const text = String(value)
    return known?.choices?.find(({ id }) => id === text)?.name ?? (moment.test(text) ? day(text) : text)
  }
  const value = needsNoValue(operator) ? '' : values.map(named).join(', ')
  return [known?.name ?? field, words.operators[operator], value].filter(Boolean).join(' ')
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
