import fc from 'fast-check'
import { z } from 'zod'
import { id } from '#contract/scalars.ts'
import type { AnyOperation } from '#kernel/operation.ts'

export type Schema = {
  type?: string
  enum?: string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  pattern?: string
}

/** Distinguishes the schema of an id from that of any other text. */
const ID_PATTERN = z.toJSONSchema(id).pattern

export function isId(schema: Schema): boolean {
  return [schema, ...(schema.anyOf ?? [])].some(({ pattern }) => pattern === ID_PATTERN)
}

export function schemaOf(op: AnyOperation): Schema {
  return z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema
}

/** Texts that have broken programs before: SQL, markup, Unicode, sizes. */
export const nasty = {
  sql: [
    "' or '1'='1",
    "'; drop table contacts; --",
    "') or 1=1 --",
    '" or ""="',
    '1; select pg_sleep(5)',
    "\\'; select 1; --",
    "' union select hash, null from api_keys --",
    "'||(select classic_token_sealed from accounts limit 1)||'",
    '$1',
    '%',
    '_%\\',
    '$$; select 1; $$',
    "{'a': 1}'::jsonb",
  ],
  page: [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    'javascript:alert(1)',
    '</textarea><iframe srcdoc="<script>alert(1)</script>">',
    '{{constructor.constructor("alert(1)")()}}',
    "=cmd|' /C calc'!A0",
    'Ana\r\nBcc: todos@example.com',
  ],
  text: [
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff\ud800x',
    '\u202egnp.exe',
    '😀🏳️‍🌈',
    'ﷺ',
    '١٢٣',
    'ı'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(5000),
    '../../etc/passwd',
    '%00',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '0',
    '-1',
    '1e309',
    '999999999999999999',
    '9223372036854775808',
    '2026-02-31',
    '9999-12-31',
    '0000-00-00',
    '-000001-01-01',
  ],
}

/** Values for a schema, mostly: valid, nearly valid, and of any other type. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: rightValue(schema) }, { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}

function rightValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(rightValue))
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'integer') return fc.oneof(fc.integer({ min: -2, max: 120 }), fc.maxSafeInteger())
  if (schema.type === 'number') return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}), { maxLength: 4 })
  if (schema.type === 'object') return objectOf(schema)
  if (schema.type === 'null') return fc.constant(null)
  return fc.jsonValue({ maxDepth: 2 })
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  // Ids are taken from a range without rows, so that no run deletes records the next one needs.
  if (schema.pattern === ID_PATTERN)
    return fc.oneof(
      fc.bigInt(10n ** 12n, 10n ** 18n - 1n).map(String),
      fc.constantFrom('', '-1', '1e3', '٣', '9'.repeat(19)),
    )
  const day = fc.date({ noInvalidDate: true, min: new Date('0001-01-02'), max: new Date('9999-12-30') })
  return fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(...nasty.sql, ...nasty.page, ...nasty.text),
    day.map((date) => date.toISOString()),
    day.map((date) => date.toISOString().slice(0, 10)),
  )
}

function objectOf({ properties, additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (properties) return fc.record(Object.fromEntries(entriesOf(properties)), { requiredKeys: [] })
  const value = typeof additionalProperties === 'object' ? additionalProperties : {}
  return fc.dictionary(textOf({}), valueOf(value), { maxKeys: 3 })
}

function entriesOf(properties: Record<string, Schema>): [string, fc.Arbitrary<unknown>][] {
  return Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)])
}

/** The sample with some of its fields changed, some left out, and now and then an unknown one. */
export function inputLike(sample: Record<string, unknown>, schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = fc.record(Object.fromEntries(entriesOf(schema.properties ?? {})), { requiredKeys: [] })
  const dropped = fc.subarray(Object.keys(sample), { maxLength: Math.min(1, Object.keys(sample).length) })
  const extra = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 1 }) },
  )
  const base = fc.boolean()
  return fc.tuple(fields, dropped, extra, base).map(([changed, without, unknown, keep]) => {
    const start = keep ? Object.fromEntries(Object.entries(sample).filter(([field]) => !without.includes(field))) : {}
    return { ...start, ...changed, ...unknown }
  })
}
