import { most_conditions, most_values } from '#contract/filter-limits.ts'
import type { Condition, Filter, Operator } from '#contract/filters.ts'
import { joinParts, part, type Part, varying } from '#db/sql.ts'
import {
  type Operand,
  asIds,
  fewestDays,
  isDay,
  isNumber,
  asNumbers,
  asSpans,
  asTexts,
  asBooleans,
  withPhoneVariants,
} from './filter-values.ts'
import { reject } from '#kernel/problem.ts'

/**
 * A field that filters may use: a column and its kind, or a query for the titles of a record. A choice is compared
 * exactly; a key names one record and is compared through its index, as given or in lower case; a phone is a key that
 * matches in every form of its number; all other text is compared without case and accents.
 */
export type Field = {
  kind: 'text' | 'key' | 'phone' | 'choice' | 'id' | 'number' | 'boolean' | 'moment' | 'titles'
  is: Part
  /** Replaces the test whether the field contains a text. */
  contains?: (text: string) => Part
}

/**
 * A filter as one SQL condition. Only `fields` and custom attributes can be used; values become parameters. Days are
 * those of the given time zone. `attributes` maps the prefix of attribute names to their column; `name` is the field
 * of the filter in the caller's input.
 */
export function conditions(
  filter: Filter,
  fields: Fields,
  attributes: Attributes,
  zone: string,
  name = 'filter',
): Part {
  checkSize(filter, name)
  const groups = filter.any.map(({ all }, i) => {
    const met = all.map((condition, j) => {
      const at = `${name}/any/${i}/all/${j}`
      return toPart(condition, fieldOf(condition.field, fields, attributes, at), zone, at)
    })
    return part`(${joinParts(met, ' and ')})`
  })
  return varying(part`(${joinParts(groups, ' or ')})`)
}

/** A filter is evaluated for every record, so its size decides what a search costs. */
function checkSize({ any }: Filter, name: string): void {
  const given = any.flatMap(({ all }) => all)
  if (given.length > most_conditions)
    reject('invalid_value', `A filter has at most ${most_conditions} conditions; this one has ${given.length}.`, name)
  const values = given.reduce((sum, condition) => sum + condition.values.length, 0)
  if (values > most_values)
    reject('invalid_value', `A filter has at most ${most_values} values; this one has ${values}.`, name)
}

export type Fields = Readonly<Record<string, Field>>
export type Attributes = Readonly<Record<string, Part>>

type FilterField = Omit<Field, 'kind'> & { kind: Field['kind'] | 'attribute' }

function fieldOf(name: string, fields: Fields, attributes: Attributes, at: string): FilterField {
  if (Object.hasOwn(fields, name)) return fields[name]!
  for (const [prefix, of] of Object.entries(attributes)) {
    const key = name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : ''
    if (key) return { kind: 'attribute', is: part`(${of} -> ${key}::text)` }
  }
  const known = [...Object.keys(fields), ...Object.keys(attributes).map((prefix) => `${prefix}.<key>`)].join(', ')
  return reject('invalid_value', `There is no field ${name} to filter by; choose among ${known}.`, `${at}/field`)
}

/** Negated operators: true where the other is not, including where there is no value. */
const opposites: Partial<Record<Operator, Operator>> = {
  not_equal_to: 'equal_to',
  does_not_contain: 'contains',
  is_not_present: 'is_present',
}

function toPart(
  { field, operator, values }: Condition,
  { kind, is, contains }: FilterField,
  zone: string,
  at: string,
): Part {
  const positive = opposites[operator] ?? operator
  const test = tests[kind][positive]
  if (!test) {
    const fitting = Object.keys(tests[kind]).flatMap((each) => [each, ...oppositesOf(each)])
    const choices = `Choose among ${fitting.join(', ')}.`
    reject('invalid_value', `${operator} does not fit ${field}. ${choices}`, `${at}/operator`)
  }
  if (positive !== 'is_present' && values.length === 0)
    reject('missing_field', `${operator} needs at least one value for ${field}.`, `${at}/values`)
  const met =
    contains && positive === 'contains'
      ? joinParts(
          values.map((value) => contains(String(value))),
          ' or ',
        )
      : test(is, { values, zone, at: `${at}/values`, field })
  return positive === operator ? part`(${met})` : part`(${met}) is not true`
}

function oppositesOf(operator: string): string[] {
  return Object.entries(opposites).flatMap(([opposite, each]) => (each === operator ? [opposite] : []))
}

type Test = (is: Part, operand: Operand) => Part
type Tests = Partial<Record<Operator, Test>>

const text: Tests = {
  equal_to: (is, operand) => part`fold(${is}) = any(${eachValue(operand, part`fold(v)`)})`,
  contains: (is, operand) => part`fold(${is}) like any(${eachValue(operand, part`'%' || ${escaped} || '%'`)})`,
  starts_with: (is, operand) => part`fold(${is}) like any(${eachValue(operand, part`${escaped} || '%'`)})`,
  is_present: (is) => part`${is} <> ''`,
}

/** The values as an array. The subquery has no outer reference, so it runs once per statement, not once per record. */
function eachValue(operand: Operand, expression: Part): Part {
  return part`array(select ${expression} from unnest(${asTexts(operand)}::text[]) v)`
}

/** The folded value as a pattern that matches only itself. */
const escaped = part`regexp_replace(fold(v), '([\\\\%_])', '\\\\\\1', 'g')`

const key: Tests = {
  ...text,
  equal_to: (is, operand) =>
    part`${is} = any(${asTexts(operand).flatMap((value) => [value, value.toLowerCase()])}::text[])`,
}

const phone: Tests = {
  equal_to: (is, operand) => key.equal_to!(is, withPhoneVariants(operand)),
  contains: (is, operand) => text.contains!(is, withPhoneVariants(operand)),
  starts_with: (is, operand) => text.starts_with!(is, withPhoneVariants(operand)),
  is_present: text.is_present!,
}

const present: Test = (is) => part`${is} is not null`

const choice: Tests = {
  equal_to: (is, operand) => part`${is} = any(${asTexts(operand)}::text[])`,
  is_present: present,
}

const id: Tests = {
  equal_to: (is, operand) => part`${is} = any(${asIds(operand)}::bigint[])`,
  is_present: present,
}

const number: Tests = {
  equal_to: (is, operand) => part`${is} = any(${asNumbers(operand)}::numeric[])`,
  is_greater_than: (is, operand) => part`${is} > any(${asNumbers(operand)}::numeric[])`,
  is_less_than: (is, operand) => part`${is} < any(${asNumbers(operand)}::numeric[])`,
  is_present: present,
}

const boolean: Tests = {
  equal_to: (is, operand) => part`${is} = any(${asBooleans(operand)}::boolean[])`,
}

const moment: Tests = {
  equal_to: (is, operand) => {
    const lasting = asSpans(operand)
    return part`exists (
      select from unnest(${lasting.map((each) => each.from)}::timestamptz[], ${lasting.map((each) => each.to)}::timestamptz[]) as v (since, before)
       where ${is} >= v.since and ${is} < v.before)`
  },
  is_greater_than: (is, operand) => part`${is} > any(${asSpans(operand).map((each) => each.from)}::timestamptz[])`,
  is_less_than: (is, operand) => part`${is} < any(${asSpans(operand).map((each) => each.from)}::timestamptz[])`,
  days_before: (is, operand) => part`${is} < now() - make_interval(days => ${fewestDays(operand)}::int)`,
  is_present: present,
}

const titles: Tests = {
  equal_to: (is, operand) =>
    part`exists (select from (${is}) as t (title) where ${text.equal_to!(part`t.title`, operand)})`,
  contains: (is, operand) =>
    part`exists (select from (${is}) as t (title) where ${text.contains!(part`t.title`, operand)})`,
  is_present: (is) => part`exists (${is})`,
}

/** A custom attribute is a text, a number or a boolean; the value it is compared with decides how it is read. */
const attribute: Tests = {
  equal_to: (is, operand) => {
    const counted = asTexts(operand).filter(isNumber)
    const asText = text.equal_to!(toText(is), operand)
    return counted.length === 0 ? asText : part`(${asText} or ${amount(is)} = any(${counted}::numeric[]))`
  },
  contains: (is, operand) => text.contains!(toText(is), operand),
  starts_with: (is, operand) => text.starts_with!(toText(is), operand),
  is_greater_than: (is, operand) => compare(is, operand, part`>`),
  is_less_than: (is, operand) => compare(is, operand, part`<`),
  days_before: (is, operand) =>
    part`${date(is)} < to_char(now() at time zone ${operand.zone} - make_interval(days => ${fewestDays(operand)}::int), 'YYYY-MM-DD')`,
  is_present: (is) => part`${toText(is)} <> ''`,
}

const tests: Record<FilterField['kind'], Tests> = {
  text,
  key,
  phone,
  choice,
  id,
  number,
  boolean,
  moment,
  titles,
  attribute,
}

/** Compares with numbers as a number and with days as a day. */
function compare(is: Part, { values, at, field }: Operand, sign: Part): Part {
  const counted = values.map(String).filter(isNumber)
  const days = values.map(String).filter(isDay)
  if (counted.length + days.length < values.length)
    reject('invalid_value', `Compare ${field} with a number, or with a day as YYYY-MM-DD.`, at)
  return part`(${amount(is)} ${sign} any(${counted}::numeric[]) or ${date(is)} ${sign} any(${days}::text[]))`
}

function toText(is: Part): Part {
  return part`(${is} #>> '{}')`
}

/** The attribute as a number, if it is one or looks like one. */
function amount(is: Part): Part {
  return part`(case when ${toText(is)} ~ '^-?[0-9]+([.][0-9]+)?$' then ${toText(is)}::numeric end)`
}

/** The day an attribute starts with, if any. As text, days sort in order. */
function date(is: Part): Part {
  return part`(substring(${toText(is)} from '^[0-9]{4}-[0-9]{2}-[0-9]{2}') collate "C")`
}
