import { day, instant, type KeptAttributes } from '#contract/scalars.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { fold } from '#kernel/filters/reference.ts'
import { reject } from '#kernel/problem.ts'

type Value = string | number | boolean
export type AttributeValues = KeptAttributes
export type AttributeSchema = Pick<CustomAttribute, 'key' | 'type' | 'values'>

/** Converts the values of defined attributes to their type; rejects values that don't fit. */
export function conform<S extends AttributeValues>(definitions: readonly AttributeSchema[], values: S): S {
  const conformed: AttributeValues = { ...values }
  for (const definition of definitions) {
    const value = Object.hasOwn(values, definition.key) ? values[definition.key] : null
    if (value === null || value === undefined || value === '') continue
    const { key, type } = definition
    conformed[key] =
      (typeof value === 'object' ? undefined : readers[type](value, definition)) ??
      reject('invalid_value', `${key} must be ${expectation(definition)}.`, `custom_attributes/${key}`)
  }
  return conformed as S
}

/** Converts the values that fit their definition; others stay as they are, where nobody could correct them. */
export function conformFitting<S extends AttributeValues>(definitions: readonly AttributeSchema[], values: S): S {
  const fitting = definitions
    .filter(({ key }) => Object.hasOwn(values, key))
    .flatMap((definition) => {
      const value = values[definition.key]
      const isPlain = value !== null && value !== undefined && typeof value !== 'object'
      const read = isPlain ? readers[definition.type](value, definition) : undefined
      return read === undefined ? [] : [[definition.key, read] as const]
    })
  return { ...values, ...Object.fromEntries(fitting) }
}

const readers: Record<CustomAttribute['type'], (value: Value, definition: AttributeSchema) => Value | undefined> = {
  text: (value) => String(value),
  number,
  currency: (value) => {
    const amount = number(value)
    return amount !== undefined && Number(amount.toFixed(2)) === amount ? amount : undefined
  },
  // No bounds: growth can exceed 100 and discounts can be negative.
  percent: number,
  link: (value) => trimmedIf(isLink, value),
  date: (value) => trimmedIf(isDate, value),
  list: (value, { values }) => values.find((choice) => fold(choice) === fold(String(value))),
  checkbox: (value) => {
    const text = String(value).trim().toLowerCase()
    return text === 'true' || text === 'false' ? text === 'true' : undefined
  },
}

/**
 * A number, also given as text, because files and forms have nothing else. Rejects integers beyond the safe range:
 * they are codes, and rounding would change them.
 */
function number(value: Value): number | undefined {
  const isNumeric = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())
  const parsed = typeof value === 'number' || isNumeric ? Number(value) : Number.NaN
  return Math.abs(parsed) <= Number.MAX_SAFE_INTEGER ? parsed : undefined
}

/** The trimmed text, if it passes the check. */
function trimmedIf(is: (text: string) => boolean, value: Value): string | undefined {
  const text = String(value).trim()
  return is(text) ? text : undefined
}

function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** A day, or a timestamp with a time zone, as programs send it. */
function isDate(text: string): boolean {
  return day.safeParse(text).success || (day.safeParse(text.slice(0, 10)).success && instant.safeParse(text).success)
}

function expectation({ type, values }: AttributeSchema): string {
  const expectations: Record<CustomAttribute['type'], string> = {
    text: 'text',
    number: 'a number',
    currency: 'an amount: a number with at most two decimals',
    percent: 'a percentage: a number without the % sign',
    link: 'a link that starts with https:// or http://',
    date: 'a date such as 2026-01-31',
    list: `one of: ${values.join(', ')}`,
    checkbox: 'true or false',
  }
  return expectations[type]
}
