import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { attributeChanges, attributes, day, id, instant, limit, line, text } from '#contract/scalars.ts'

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const complaint = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? ''

test('An id is a string of digits, short enough for the database', () => {
  for (const good of ['1', '1042', '9'.repeat(18)]) assert.ok(accepts(id, good), good)
  for (const bad of ['', '-1', '1.0', ' 1', '1\n', '0x1', '١', '9'.repeat(19), 1042])
    assert.ok(!accepts(id, bad), `${bad}`)
})

test('A day is a day of the calendar', () => {
  for (const good of ['2026-11-15', '2024-02-29', '2000-02-29', '1999-12-31']) assert.ok(accepts(day, good), good)
  for (const bad of [
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-1-5',
    '15/11/2026',
    '',
  ]) {
    assert.ok(!accepts(day, bad), bad)
  }
  assert.match(complaint(day, '2026-02-29'), /no such day/)
  assert.match(complaint(day, '15/11/2026'), /YYYY-MM-DD/)
})

test('Days and moments are of the years 1 to 9999, which are written with four digits everywhere', () => {
  for (const good of ['0001-01-01', '9999-12-31']) assert.ok(accepts(day, good), good)
  assert.match(complaint(day, '0000-01-01'), /no such day/)
  for (const good of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-15T08:00:00.5-05:00'])
    assert.ok(accepts(instant, good), good)
  for (const bad of ['0000-12-31T23:59:59Z', '9999-12-31T23:59:59-05:00', '0001-01-01T00:00:00+05:00', '2026-11-15'])
    assert.match(complaint(instant, bad), /Write the moment as ISO-8601/, bad)
})

test('Text accepts every character a person can type and refuses those the database cannot store', () => {
  for (const good of ['', 'Íñigo', '中文', '👩‍👩‍👧', 'dos\nlíneas\t', '\u0001']) assert.ok(accepts(text, good), good)
  for (const bad of ['a\0b', '\ud83d', 'a\udc00b']) {
    assert.ok(!accepts(line, bad))
    assert.match(complaint(text, bad), /NUL and broken characters/)
    assert.ok(!accepts(attributes, { a: bad }))
    assert.ok(!accepts(attributes, { [bad]: 'a' }))
  }
})

test('A line has at most 255 characters, a text at most 20,000', () => {
  assert.ok(accepts(line, 'ñ'.repeat(255)))
  assert.ok(!accepts(line, 'ñ'.repeat(256)))
  assert.ok(accepts(text, 'ñ'.repeat(20_000)))
  assert.ok(!accepts(text, 'ñ'.repeat(20_001)))
})

test('A limit is a whole number from 1 to 100', () => {
  for (const good of [1, 25, 100]) assert.ok(accepts(limit, good))
  for (const bad of [0, -1, 101, 1.5, '25', Number.NaN]) assert.ok(!accepts(limit, bad), `${bad}`)
})

test('Custom attributes are plain: texts, numbers, true and false', () => {
  assert.ok(accepts(attributes, { utm_source: 'google', visits: 3, score: -0.5, vip: true, empty: '' }))
  for (const bad of [null, [], {}, Number.POSITIVE_INFINITY, undefined, 'x'.repeat(5001)]) {
    assert.ok(!accepts(attributes, { key: bad }), JSON.stringify(bad))
  }
  assert.match(complaint(attributes, { key: [] }), /a text, a number, true or false/)
})

test('An attribute may be removed with null where attributes are changed', () => {
  assert.ok(accepts(attributeChanges, { utm_source: null, visits: 4 }))
  assert.ok(!accepts(attributeChanges, { utm_source: [] }))
})

test('An attribute name that is empty, too long or reaches into objects is refused with advice', () => {
  for (const bad of ['', 'k'.repeat(101), 'constructor', 'prototype']) {
    assert.match(complaint(attributes, { [bad]: 'x' }), /another attribute name/, bad)
    assert.match(complaint(attributeChanges, { [bad]: 'x' }), /another attribute name/, bad)
  }
  const poisoned = attributes.safeParse(JSON.parse('{"__proto__": "x"}'))
  assert.ok(!poisoned.success || !Object.hasOwn(poisoned.data, '__proto__'))
})
