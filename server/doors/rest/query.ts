import { z } from 'zod'
import type { AnyOperation } from '#kernel/operation.ts'
import { reject } from '#kernel/problem.ts'

export type FieldTypes = Readonly<Record<string, string>>

const known = new WeakMap<AnyOperation, FieldTypes>()

/**
 * The JSON type of each field of an operation, for reading query strings, which are all text. Found at its first call:
 * for all operations it would prolong every start.
 */
export function fieldTypes(op: AnyOperation): FieldTypes {
  const types = known.get(op) ?? findTypes(op)
  known.set(op, types)
  return types
}

function findTypes(op: AnyOperation): FieldTypes {
  const { properties = {} } = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      typeof schema === 'object' ? String(schema.type ?? 'string') : 'string',
    ]),
  )
}

/** Converts a query to the operation's types. Values that do not convert stay text, for its schema to refuse by name. */
export function readQuery(query: Record<string, string | string[]>, types: FieldTypes): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    // Assigning this name would set the prototype silently instead of being refused as an unknown field.
    if (key.includes('__proto__')) reject('invalid_request', 'There is no field __proto__; leave it out.', key)
    const nested = /^(\w+)\[([^\]]*)\]$/.exec(key)
    if (nested && types[nested[1]!] === 'object') {
      input[nested[1]!] = { ...(input[nested[1]!] as object | undefined), [nested[2]!]: value }
    } else {
      const name = nested && nested[2] === '' ? nested[1]! : key
      input[name] = convert(value, types[name])
    }
  }
  return input
}

function convert(value: string | string[], type: string | undefined): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value]
  if (Array.isArray(value)) return value
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  if (type === 'object') return parseJson(value)
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (name, value) => (name === '__proto__' ? reject('invalid_request', name) : value))
  } catch {
    return text
  }
}
