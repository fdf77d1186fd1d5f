import type { Condition } from '#contract/filters.ts'
import { addDays, startOfDay } from '#contract/periods.ts'
import { day } from '#contract/scalars.ts'
import { reject } from '#kernel/problem.ts'

type Value = Condition['values'][number]

/** What a condition compares with, the time zone of its days, and where in the filter it stands. */
export type Asked = { values: readonly Value[]; zone: string; at: string; field: string }

export function texts({ values }: Asked): string[] {
  return values.map(String)
}

export function isNumber(value: string): boolean {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value))
}

export function numbers(asked: Asked): string[] {
  const said = texts(asked)
  return said.every(isNumber) ? said : reject('invalid_value', `Compare ${asked.field} with a number.`, asked.at)
}

export function digits(asked: Asked): string[] {
  const said = texts(asked)
  if (said.every((value) => /^\d{1,18}$/.test(value))) return said
  return reject('invalid_value', `Compare ${asked.field} with an id.`, asked.at)
}

export function yesOrNo(asked: Asked): boolean[] {
  const said = texts(asked)
  if (said.every((value) => value === 'true' || value === 'false')) return said.map((value) => value === 'true')
  return reject('invalid_value', `Compare ${asked.field} with true or false.`, asked.at)
}

/** Years of four digits, of which the day after has four too. */
export function isDay(value: string): boolean {
  return day.safeParse(value).success && value > '1000' && value < '9999'
}

/** From when to when each value lasts: a day until the next, a moment a thousandth of a second. */
export function spans({ values, zone, at, field }: Asked): { from: Date; to: Date }[] {
  return values.map(String).map((value) => {
    if (isDay(value)) return { from: startOfDay(value, zone), to: startOfDay(addDays(value, 1), zone) }
    const from = new Date(value)
    const isMoment = /^[1-9]\d{3}-\d{2}-\d{2}T.+(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(from.getTime())
    if (!isMoment)
      reject('invalid_value', `Compare ${field} with a day as YYYY-MM-DD, or with a moment in ISO-8601.`, at)
    return { from, to: new Date(from.getTime() + 1) }
  })
}

const MOST_DAYS = 36_500

/** What was so many days ago was so fewer days ago too. */
export function fewestDays({ values, at, field }: Asked): number {
  const said = values.map(String)
  if (said.some((value) => !/^\d{1,5}$/.test(value) || Number(value) > MOST_DAYS))
    reject('invalid_value', `Say how many days ago ${field} was: a whole number up to ${MOST_DAYS}.`, at)
  return Math.min(...said.map(Number))
}
