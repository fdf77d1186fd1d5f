import type { Condition } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import { phoneVariants } from '#contract/phone.ts'
import { day } from '#contract/scalars.ts'
import { reject } from '#kernel/problem.ts'

type Value = Condition['values'][number]

/** The values of a condition, the time zone of its days, and its place in the filter. */
export type Operand = { values: readonly Value[]; zone: string; at: string; field: string }

export function asTexts({ values }: Operand): string[] {
  return values.map(String)
}

/** Adds the other forms of each complete phone number. */
export function withPhoneVariants(operand: Operand): Operand {
  const values = operand.values.flatMap((value) => {
    const isPhone = /^[\d\s()+.-]+$/.test(String(value))
    const forms = isPhone ? phoneVariants(`+${String(value).replace(/\D/g, '')}`) : []
    return forms.length > 1 ? [value, ...forms] : [value]
  })
  return { ...operand, values }
}

export function isNumber(value: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))
}

export function asNumbers(operand: Operand): string[] {
  const words = asTexts(operand)
  return words.every(isNumber) ? words : reject('invalid_value', `Compare ${operand.field} with a number.`, operand.at)
}

export function asIds(operand: Operand): string[] {
  const words = asTexts(operand)
  if (words.every((value) => /^\d{1,18}$/.test(value))) return words
  return reject('invalid_value', `Compare ${operand.field} with an id.`, operand.at)
}

export function asBooleans(operand: Operand): boolean[] {
  const words = asTexts(operand)
  if (words.every((value) => value === 'true' || value === 'false')) return words.map((value) => value === 'true')
  return reject('invalid_value', `Compare ${operand.field} with true or false.`, operand.at)
}

/** A day whose year, and that of the next day, has four digits. */
export function isDay(value: string): boolean {
  return day.safeParse(value).success && value > '1000' && value < '9999'
}

/** The time span of each value: a whole day, a period such as 2026-03-01/2026-03-31, or one millisecond for a timestamp. */
export function asSpans({ values, zone, at, field }: Operand): { from: Date; to: Date }[] {
  return values.map(String).map((value) => {
    const [first = '', last = first, ...rest] = value.split('/')
    if (isDay(first) && isDay(last) && first <= last && rest.length === 0)
      return { from: startOfDay(first, zone), to: startOfDay(addDays(last, 1), zone) }
    const from = new Date(value)
    const isMoment = /^[1-9]\d{3}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(from.getTime())
    if (!isMoment)
      reject(
        'invalid_value',
        `Compare ${field} with a day as YYYY-MM-DD, with a period as YYYY-MM-DD/YYYY-MM-DD, or with a timestamp in ISO 8601.`,
        at,
      )
    return { from, to: new Date(from.getTime() + 1) }
  })
}

const MAX_DAYS = 36_500

/** The smallest number of days, because it includes the larger ones. */
export function fewestDays({ values, at, field }: Operand): number {
  const words = values.map(String)
  if (words.some((value) => !/^\d{1,5}$/.test(value) || Number(value) > MAX_DAYS))
    reject('invalid_value', `Give the number of days for ${field}: a whole number up to ${MAX_DAYS}.`, at)
  return Math.min(...words.map(Number))
}
