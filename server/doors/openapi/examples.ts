import type { Json } from '#doors/openapi/json-schema.ts'
import { absent, endings, falsities, formats, numbers, patterns, people, texts } from '#doors/openapi/example-values.ts'

type Place = {
  schemas: Record<string, Json>
  kind: 'request' | 'response'
  /** The field, and the one it belongs to. */
  name: string
  parent: string
  /** The named schemas that contain it. */
  inside: string[]
}

/**
 * A plausible value for a schema of the document. Requests show the required fields, or the first ones if none is;
 * responses show all.
 */
export function exampleOf(schema: Json, place: Pick<Place, 'schemas' | 'kind' | 'name' | 'parent'>): unknown {
  return valueOf(schema, { ...place, inside: [] })
}

// Fields shown of a request without required ones.
const FEW = 2

function valueOf(schema: Json, place: Place): unknown {
  const reference = schema['$ref'] as string | undefined
  if (reference) return referenced(reference.split('/').at(-1)!, place)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options) return firstOf(options, place)
  const parts = schema['allOf'] as Json[] | undefined
  if (parts) return Object.assign({}, ...parts.map((part) => valueOf(part, place)))
  if ('default' in schema) return schema['default']
  return plainOf(schema, place)
}

/** A record that contains its own kind is not repeated inside. */
function referenced(name: string, place: Place): unknown {
  if (place.inside.includes(name)) return null
  return valueOf(place.schemas[name] ?? {}, { ...place, inside: [...place.inside, name] })
}

function firstOf(options: Json[], place: Place): unknown {
  const isNullable = options.some(({ type }) => type === 'null')
  if (isNullable && place.kind === 'response' && absent.has(place.name)) return null
  return valueOf(options.find(({ type }) => type !== 'null') ?? options[0]!, place)
}

function plainOf(schema: Json, place: Place): unknown {
  const types = [schema['type']].flat()
  if (types.includes('null') && place.kind === 'response' && absent.has(place.name)) return null
  switch (types.find((type) => type !== 'null')) {
    case 'object':
      return objectOf(schema, place)
    case 'array':
      return arrayOf(schema, place)
    case 'boolean':
      return place.kind === 'response' && !falsities.has(place.name)
    case 'integer':
    case 'number':
      return numberOf(schema, place.name)
    case 'string':
      return textOf(schema, place)
    default:
      return null
  }
}

function objectOf(schema: Json, place: Place): Json {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>)
  const required = (schema['required'] ?? []) as string[]
  const isShown = (name: string, index: number) =>
    place.kind === 'response' || required.includes(name) || (required.length === 0 && index < FEW)
  const shown = properties.filter(([name], index) => isShown(name, index))
  const parent = place.name || place.parent
  return Object.fromEntries(shown.map(([name, each]) => [name, valueOf(each, { ...place, name, parent })]))
}

function arrayOf(schema: Json, place: Place): unknown[] {
  const name = place.name === 'items' ? place.parent : place.name
  const item = valueOf((schema['items'] ?? {}) as Json, { ...place, name: name.replace(/s$/, '') })
  return item === null && place.kind === 'response' ? [] : [item]
}

function numberOf({ minimum, maximum }: Json, name: string): number {
  const usual = byEnding(numbers, name) ?? 3
  return Math.min(Math.max(usual, Number(minimum ?? 0)), Number(maximum ?? Infinity))
}

function textOf({ format, pattern, minLength, maxLength }: Json, { name, parent }: Place): string {
  const formatted = formats[String(format)] ?? patterns[String(pattern)]
  if (formatted !== undefined) return formatted
  const isPerson = name === 'name' && people.has(parent.replace(/s$/, ''))
  const text = isPerson ? 'Ana Ruiz' : (texts[name] ?? byEnding(endings, name) ?? 'text')
  return text.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? Infinity))
}

const byEnding = <V>(values: Record<string, V>, name: string): V | undefined =>
  Object.entries(values).find(([ending]) => name.endsWith(ending))?.[1]
