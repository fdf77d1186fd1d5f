import type { Condition, Filter, Operator } from '#contract/filters.ts'
import { joined, part, type Part } from '#db/sql.ts'
import {
  type Asked,
  digits,
  fewestDays,
  isDay,
  isNumber,
  numbers,
  spans,
  texts,
  yesOrNo,
} from '#kernel/filter-values.ts'
import { reject } from '#kernel/problem.ts'

/**
 * What a filter may ask of a record: a column and what it holds, or a query for titles it carries. A choice is one of
 * a few words, compared as it is written; a key names one record, so that whether it is equal is asked of its index, as
 * it is written or in small letters; all other text is compared without case or accents.
 */
export type Field = {
  kind: 'text' | 'key' | 'choice' | 'id' | 'number' | 'boolean' | 'moment' | 'titles'
  is: Part
}

/**
 * A filter as one condition of a statement. Only what stands in `fields`, and the custom attributes, can be asked for;
 * what the caller wrote becomes parameters. A day is one of the time zone given. `attributes` says where custom
 * attributes are, by what stands before their key; `name` is what the caller calls the filter.
 */
export function conditions(
  filter: Filter,
  fields: Fields,
  attributes: Attributes,
  zone: string,
  name = 'filter',
): Part {
  const groups = filter.any.map(({ all }, i) => {
    const met = all.map((condition, j) => {
      const at = `${name}/any/${i}/all/${j}`
      return toPart(condition, fieldOf(condition.field, fields, attributes, at), zone, at)
    })
    return part`(${joined(met, ' and ')})`
  })
  return part`(${joined(groups, ' or ')})`
}

export type Fields = Readonly<Record<string, Field>>
export type Attributes = Readonly<Record<string, Part>>

type Tested = { kind: Field['kind'] | 'attribute'; is: Part }

function fieldOf(name: string, fields: Fields, attributes: Attributes, at: string): Tested {
  if (Object.hasOwn(fields, name)) return fields[name]!
  for (const [prefix, of] of Object.entries(attributes)) {
    const key = name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : ''
    if (key) return { kind: 'attribute', is: part`(${of} -> ${key}::text)` }
  }
  const known = [...Object.keys(fields), ...Object.keys(attributes).map((prefix) => `${prefix}.<key>`)].join(', ')
  return reject('invalid_value', `There is no field ${name} to filter by; choose among ${known}.`, `${at}/field`)
}

/** Operators that say the opposite of another; they hold where the other does not, also where there is nothing. */
const opposites: Partial<Record<Operator, Operator>> = {
  not_equal_to: 'equal_to',
  does_not_contain: 'contains',
  is_not_present: 'is_present',
}

function toPart({ field, operator, values }: Condition, { kind, is }: Tested, zone: string, at: string): Part {
  const positive = opposites[operator] ?? operator
  const test = tests[kind][positive]
  if (!test) {
    const fitting = Object.keys(tests[kind]).flatMap((each) => [each, ...oppositesOf(each)])
    const choices = `Choose among ${fitting.join(', ')}.`
    reject('invalid_value', `${operator} does not fit ${field}. ${choices}`, `${at}/operator`)
  }
  if (positive !== 'is_present' && values.length === 0)
    reject('missing_field', `${operator} needs something to compare ${field} with.`, `${at}/values`)
  const met = test(is, { values, zone, at: `${at}/values`, field })
  return positive === operator ? part`(${met})` : part`(${met}) is not true`
}

function oppositesOf(operator: string): string[] {
  return Object.entries(opposites).flatMap(([opposite, each]) => (each === operator ? [opposite] : []))
}

type Test = (is: Part, asked: Asked) => Part
type Tests = Partial<Record<Operator, Test>>

const text: Tests = {
  equal_to: (is, asked) => part`fold(${is}) in (select fold(v) from unnest(${texts(asked)}::text[]) v)`,
  contains: (is, asked) =>
    part`exists (select from unnest(${texts(asked)}::text[]) v where strpos(fold(${is}), fold(v)) > 0)`,
  starts_with: (is, asked) =>
    part`exists (select from unnest(${texts(asked)}::text[]) v where starts_with(fold(${is}), fold(v)))`,
  is_present: (is) => part`${is} <> ''`,
}

const key: Tests = {
  ...text,
  equal_to: (is, asked) => part`${is} = any(${texts(asked).flatMap((value) => [value, value.toLowerCase()])}::text[])`,
}

const present: Test = (is) => part`${is} is not null`

const choice: Tests = {
  equal_to: (is, asked) => part`${is} = any(${texts(asked)}::text[])`,
  is_present: present,
}

const id: Tests = {
  equal_to: (is, asked) => part`${is} = any(${digits(asked)}::bigint[])`,
  is_present: present,
}

const number: Tests = {
  equal_to: (is, asked) => part`${is} = any(${numbers(asked)}::numeric[])`,
  is_greater_than: (is, asked) => part`${is} > any(${numbers(asked)}::numeric[])`,
  is_less_than: (is, asked) => part`${is} < any(${numbers(asked)}::numeric[])`,
  is_present: present,
}

const boolean: Tests = {
  equal_to: (is, asked) => part`${is} = any(${yesOrNo(asked)}::boolean[])`,
}

const moment: Tests = {
  equal_to: (is, asked) => {
    const lasting = spans(asked)
    return part`exists (
      select from unnest(${lasting.map((each) => each.from)}::timestamptz[], ${lasting.map((each) => each.to)}::timestamptz[]) as v (since, before)
       where ${is} >= v.since and ${is} < v.before)`
  },
  is_greater_than: (is, asked) => part`${is} > any(${spans(asked).map((each) => each.from)}::timestamptz[])`,
  is_less_than: (is, asked) => part`${is} < any(${spans(asked).map((each) => each.from)}::timestamptz[])`,
  days_before: (is, asked) => part`${is} < now() - make_interval(days => ${fewestDays(asked)}::int)`,
  is_present: present,
}

const titles: Tests = {
  equal_to: (is, asked) =>
    part`exists (select from (${is}) as t (title) where ${text.equal_to!(part`t.title`, asked)})`,
  contains: (is, asked) =>
    part`exists (select from (${is}) as t (title) where ${text.contains!(part`t.title`, asked)})`,
  is_present: (is) => part`exists (${is})`,
}

/** A custom attribute is a text, a number or yes and no; what is compared decides how it is read. */
const attribute: Tests = {
  equal_to: (is, asked) => {
    const counted = texts(asked).filter(isNumber)
    const asText = text.equal_to!(written(is), asked)
    return counted.length === 0 ? asText : part`(${asText} or ${amount(is)} = any(${counted}::numeric[]))`
  },
  contains: (is, asked) => text.contains!(written(is), asked),
  starts_with: (is, asked) => text.starts_with!(written(is), asked),
  is_greater_than: (is, asked) => compared(is, asked, part`>`),
  is_less_than: (is, asked) => compared(is, asked, part`<`),
  days_before: (is, asked) =>
    part`${date(is)} < to_char(now() at time zone ${asked.zone} - make_interval(days => ${fewestDays(asked)}::int), 'YYYY-MM-DD')`,
  is_present: (is) => part`${written(is)} <> ''`,
}

const tests: Record<Tested['kind'], Tests> = { text, key, choice, id, number, boolean, moment, titles, attribute }

/** By number where a number is asked for, by day where a day is. */
function compared(is: Part, { values, at, field }: Asked, sign: Part): Part {
  const counted = values.map(String).filter(isNumber)
  const days = values.map(String).filter(isDay)
  if (counted.length + days.length < values.length)
    reject('invalid_value', `Compare ${field} with a number, or with a day as YYYY-MM-DD.`, at)
  return part`(${amount(is)} ${sign} any(${counted}::numeric[]) or ${date(is)} ${sign} any(${days}::text[]))`
}

function written(is: Part): Part {
  return part`(${is} #>> '{}')`
}

/** The attribute as a number, if it is one or is written like one. */
function amount(is: Part): Part {
  return part`(case when ${written(is)} ~ '^-?[0-9]+([.][0-9]+)?$' then ${written(is)}::numeric end)`
}

/** The day an attribute begins with, if it does. Days as text are in order. */
function date(is: Part): Part {
  return part`(substring(${written(is)} from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') collate "C")`
}
