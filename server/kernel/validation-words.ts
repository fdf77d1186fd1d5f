import { z } from 'zod'
import { nearest } from '#kernel/filters/reference.ts'

type Issue = z.core.$ZodIssue

/** Kinds of values in the words of a caller, not of the validator. */
const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

export function kindOf(expected: string): string {
  return kinds[expected] ?? expected
}

/** A sentence that says how to correct the value. Sentences of the schemas pass through. */
export function describeIssue(issue: Issue, value: unknown): string {
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return `${issue.message.replace(/\.$/, '')}.`
  const given = typeof value === 'string' ? `"${value.slice(0, 60)}"` : kindOf(typeOf(value))
  switch (issue.code) {
    case 'invalid_type':
      return `Give ${kindOf(issue.expected)}, not ${given}.`
    case 'invalid_value':
      return `${capital(given)} is not a choice; choose among ${choices(issue.values, value)}.`
    case 'too_big':
      return `Give at most ${issue.maximum}${unit(issue.origin, issue.maximum)}.`
    case 'too_small':
      return Number(issue.minimum) === 1 && issue.origin === 'string'
        ? 'Give a text that is not empty.'
        : `Give at least ${issue.minimum}${unit(issue.origin, issue.minimum)}.`
    case 'not_multiple_of':
      return `Give a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return `${capital(given)} does not have the form ${formats[issue.format] ?? issue.format}.`
    case 'invalid_union':
      return unionChoices(issue, value)
    default:
      return `Correct the value ${given}.`
  }
}

const formats: Record<string, string> = { regex: 'of this field', email: 'of an e-mail address', url: 'of a URL' }

/** Where several kinds are possible, the choices of those that list them, or the reason of the one that fits best. */
function unionChoices(issue: Issue & { code: 'invalid_union' }, value: unknown): string {
  const [closest] = issue.errors.toSorted((a, b) => a.length - b.length)
  const first = closest?.[0]
  return first ? describeIssue(first, value) : 'Give a value of another kind.'
}

function choices(values: readonly unknown[], value: unknown): string {
  const names = values.map(String)
  const wanted = typeof value === 'string' ? value : ''
  return names.length > 10 ? `${nearest(names, wanted, (each) => each).join(', ')} and others` : names.join(', ')
}

function unit(origin: string, count: number | bigint): string {
  const ending = Number(count) === 1 ? '' : 's'
  if (origin === 'string') return ` character${ending}`
  return origin === 'array' || origin === 'set' || origin === 'object' || origin === 'record' ? ` item${ending}` : ''
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The fields of the object at this place of a schema; undefined where it has no fixed ones. */
export function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] | undefined {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) return fieldsAt(inner.element as z.ZodType, path.slice(1))
  if (!(inner instanceof z.ZodObject)) return undefined
  const [name, ...rest] = path
  if (name === undefined) return Object.keys(inner.shape)
  const field = inner.shape[String(name)] as z.ZodType | undefined
  return field && fieldsAt(field, rest)
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodDefault) return unwrap(schema.unwrap() as z.ZodType)
  return schema
}
