import { day } from '#contract/scalars.ts'
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
  currency: number,
  percent: number,
  link: (value) => (isLink(String(value)) ? value : undefined),
  date: (value) => (isDate(String(value)) ? value : undefined),
  list: (value, { values }) => values.find((choice) => folded(choice) === folded(String(value))),
  checkbox: (value) => {
    const said = String(value).toLowerCase()
    return said === 'true' || said === 'false' ? said === 'true' : undefined
  },
}

/** A number, also where it came as text: files and forms know nothing else. */
function number(value: Value): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined
}

function isLink(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
}

/** A day, or a moment of one. */
function isDate(text: string): boolean {
  return day.safeParse(text.slice(0, 10)).success && (text.length === 10 || !Number.isNaN(Date.parse(text)))
}

function wanted({ type, values }: Defined): string {
  const words: Record<CustomAttribute['type'], string> = {
    text: 'a text',
    number: 'a number',
    currency: 'an amount, as a number',
    percent: 'a percentage, as a number',
    link: 'a link that begins with https:// or http://',
    date: 'a day, as YYYY-MM-DD',
    list: `one of: ${values.join(', ')}`,
    checkbox: 'true or false',
  }
  return words[type]
}
