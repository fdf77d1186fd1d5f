import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CustomAttribute } from '#contract/records/workspace.ts'
import { refused } from '#test/refusal.ts'
import { conform } from './rules.ts'

const conformed = (type: CustomAttribute['type'], value: string | number | boolean, values: string[] = []) =>
  conform([{ key: 'x', type, values }], { x: value }).x

test('Each type accepts its values, also given as text', () => {
  for (const [type, sent, expected] of [
    ['text', 'hola', 'hola'],
    ['text', 12, '12'],
    ['number', 3.5, 3.5],
    ['number', ' -7 ', -7],
    ['number', 0, 0],
    ['number', '9007199254740991', 9_007_199_254_740_991],
    ['number', 0.1 + 0.2, 0.1 + 0.2],
    ['currency', '450000000', 450_000_000],
    ['currency', 19.99, 19.99],
    ['currency', '19.90', 19.9],
    ['currency', -1.5, -1.5],
    ['currency', 90_071_992_547_409.91, 90_071_992_547_409.91],
    ['percent', 12.5, 12.5],
    ['percent', 250, 250],
    ['percent', '-0.125', -0.125],
    ['link', 'https://example.com/a?b=1', 'https://example.com/a?b=1'],
    ['link', ' HTTP://example.com ', 'HTTP://example.com'],
    ['date', '2026-02-28', '2026-02-28'],
    ['date', ' 2024-02-29 ', '2024-02-29'],
    ['date', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['date', '2026-02-28T10:00:00.000-05:00', '2026-02-28T10:00:00.000-05:00'],
    ['list', 'MEDELLIN', 'Medellín'],
    ['list', ' bogotá ', 'Bogotá'],
    ['checkbox', true, true],
    ['checkbox', 'False', false],
    ['checkbox', ' TRUE ', true],
  ] as const)
    assert.equal(conformed(type, sent, ['Bogotá', 'Medellín']), expected, `${type} ${sent}`)
})

test('Other values are rejected with the attribute and the expected type', () => {
  for (const [type, sent, words] of [
    ['number', 'doce', /number/],
    ['number', true, /number/],
    ['number', '1e9', /number/],
    ['number', '1,5', /number/],
    ['number', '9007199254740993', /number/],
    ['number', '9'.repeat(400), /number/],
    ['number', 1e300, /number/],
    ['currency', '$ 4.000', /amount/],
    ['currency', 19.995, /at most two decimals/],
    ['currency', '0.001', /at most two decimals/],
    ['currency', false, /amount/],
    ['currency', '9'.repeat(400), /amount/],
    ['percent', '12 %', /percentage/],
    ['percent', 'mucho', /percentage/],
    ['link', 'javascript:alert(1)', /https/],
    ['link', 'java\nscript:alert(1)', /https/],
    ['link', 'example.com', /https/],
    ['link', 'https:example.com', /https/],
    ['link', 'https://', /https/],
    ['link', 'https://example.com/a b', /https/],
    ['link', 5, /https/],
    ['date', '2026-02-30', /a date such as 2026-01-31/],
    ['date', '2026-02-30T10:00:00Z', /a date such as 2026-01-31/],
    ['date', '28/02/2026', /a date such as 2026-01-31/],
    ['date', '2026-02-28 mañana', /a date such as 2026-01-31/],
    ['date', '2026-02-28 10:00', /a date such as 2026-01-31/],
    ['date', '2026-02-28T10:00', /a date such as 2026-01-31/],
    ['date', '2026-02-28T25:00:00Z', /a date such as 2026-01-31/],
    ['date', 20_260_228, /a date such as 2026-01-31/],
    ['list', 'Cali', /one of: Bogotá, Medellín/],
    ['list', 'Bogotá, Medellín', /one of: Bogotá, Medellín/],
    ['checkbox', 1, /true or false/],
    ['checkbox', 'constructor', /true or false/],
  ] as const) {
    const problem = refused(() => conformed(type, sent, ['Bogotá', 'Medellín']))
    assert.equal(problem.code, 'invalid_value', `${type} ${sent}`)
    assert.match(problem.message, words)
    assert.equal(problem.extra.errors?.[0]?.field, 'custom_attributes/x')
  }
})

test('Undefined, removed and empty attributes stay as given', () => {
  const anything = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)),
    { noNullPrototype: true },
  )
  fc.assert(fc.property(anything, (sent) => assert.deepEqual(conform([], sent), sent)))
  const sent = { x: null, otra: 'sí' }
  assert.deepEqual(conform([{ key: 'x', type: 'number', values: [] }], sent), sent)
  assert.deepEqual(conform([{ key: 'x', type: 'number', values: [] }], { x: '' }), { x: '' })
})

test('Conforming values twice changes nothing', () => {
  const type = fc.constantFrom('text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox')
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.webUrl(),
    fc.constantFrom('A', 'a', 'true', '2026-01-01', '7'),
  )
  fc.assert(
    fc.property(type, value, (type, value) => {
      const definitions = [{ key: 'x', type, values: ['A', 'b'] } as const].map((each) => ({
        ...each,
        values: [...each.values],
      }))
      let once: ReturnType<typeof conform>
      try {
        once = conform(definitions, { x: value })
      } catch {
        return
      }
      assert.deepEqual(conform(definitions, once), once)
    }),
  )
})
