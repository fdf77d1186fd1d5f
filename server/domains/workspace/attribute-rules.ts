import { day, instant } from '#contract/scalars.ts'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { folded } from '#kernel/reference.ts'
import { reject } from '#kernel/problem.ts'

type Value = string | number | boolean
export type Sent = Record<string, Value | null>
export type Defined = Pick<CustomAttribute, 'key' | 'type' | 'values'>

/** The attributes as they will be kept: where one is defined, its value is what the definition says, or is refused. */
export function conform<S extends Sent>(definitions: readonly Defined[], sent: S): S {
  const kept: Sent = { ...sent }
  for (const definition of definitions) {
    const value = Object.hasOwn(sent, definition.key) ? sent[definition.key] : null
    if (value === null || value === undefined || value === '') continue
    const { key, type } = definition
    kept[key] =
      readers[type](value, definition) ??
      reject('invalid_value', `${key} must be ${wanted(definition)}.`, `custom_attributes/${key}`)
  }
  return kept as S
}

const readers: Record<CustomAttribute['type'], (value: Value, definition: Defined) => Value | undefined> = {
  text: (value) => String(value),
  number,
  currency: (value) => {
    const amount = number(value)
    return amount !== undefined && Number(amount.toFixed(2)) === amount ? amount : undefined
  },
  // Growth and discounts are percentages too, so that neither 0 nor 100 is a bound.
  percent: number,
  link: (value) => when(isLink, value),
  date: (value) => when(isDate, value),
  list: (value, { values }) => values.find((choice) => folded(choice) === folded(String(value))),
  checkbox: (value) => {
    const said = String(value).trim().toLowerCase()
    return said === 'true' || said === 'false' ? said === 'true' : undefined
  },
}

/**
 * A number, also where it came as text: files and forms know nothing else. What is too long to be counted exactly is
 * a code, and would come back as another one.
 */
function number(value: Value): number | undefined {
  const isWritten = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())
  const counted = typeof value === 'number' || isWritten ? Number(value) : Number.NaN
  return Math.abs(counted) <= Number.MAX_SAFE_INTEGER ? counted : undefined
}

/** The text without the space around it, if it is one of these. */
function when(is: (text: string) => boolean, value: Value): string | undefined {
  const text = String(value).trim()
  return is(text) ? text : undefined
}

function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}

/** A day, or a moment with its zone, as programs write days. */
function isDate(text: string): boolean {
  return day.safeParse(text).success || (day.safeParse(text.slice(0, 10)).success && instant.safeParse(text).success)
}

function wanted({ type, values }: Defined): string {
  const words: Record<CustomAttribute['type'], string> = {
    text: 'a text',
    number: 'a number',
    currency: 'an amount, as a number with at most two decimals',
    percent: 'a percentage, as a number',
    link: 'a link that begins with https:// or http://',
    date: 'a day, as YYYY-MM-DD',
    list: `one of: ${values.join(', ')}`,
    checkbox: 'true or false',
  }
  return words[type]
}
