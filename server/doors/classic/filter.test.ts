import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FilterKeys, toFilter } from '#doors/classic/filter.ts'
import { Problem } from '#kernel/problem.ts'

const keys: FilterKeys = {
  model: 'contact_attribute',
  fields: { name: 'name', phone_number: 'phone_number', company: 'company_name', status: 'status' },
}

const item = (attribute_key: string, filter_operator: string, values: unknown, query_operator?: string | null) => ({
  attribute_key,
  filter_operator,
  values,
  query_operator,
})

test('AND binds tighter than OR', () => {
  const filter = toFilter(
    [
      item('name', 'contains', ['a'], 'AND'),
      item('company', 'equal_to', ['b'], 'or'),
      item('name', 'is_present', null, null),
    ],
    keys,
  )
  assert.deepEqual(filter, {
    any: [
      {
        all: [
          { field: 'name', operator: 'contains', values: ['a'] },
          { field: 'company_name', operator: 'equal_to', values: ['b'] },
        ],
      },
      { all: [{ field: 'name', operator: 'is_present', values: [] }] },
    ],
  })
})

test('Any list of conditions follows the usual precedence', () => {
  const words = fc.array(fc.record({ holds: fc.boolean(), or: fc.boolean() }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(words, (list) => {
      const payload = list.map(({ holds, or }) => item('name', 'equal_to', [String(holds)], or ? 'OR' : 'AND'))
      const { any } = toFilter(payload, keys)
      const got = any.some(({ all }) => all.every(({ values }) => values[0] === 'true'))
      const text = list.map(({ holds, or }, i) => `${holds}${i === list.length - 1 ? '' : or ? '||' : '&&'}`).join('')
      assert.equal(got, evaluated(text))
    }),
  )
})

function evaluated(text: string): boolean {
  return text.split('||').some((group) => group.split('&&').every((word) => word === 'true'))
}

test('Phone numbers get one plus sign where they are compared from the start', () => {
  const valuesOf = (operator: string, values: unknown) =>
    toFilter([item('phone_number', operator, values)], keys).any[0]!.all[0]!.values
  assert.deepEqual(valuesOf('equal_to', ['573001234567', '+573001234567']), ['+573001234567', '+573001234567'])
  assert.deepEqual(valuesOf('starts_with', 57), ['+57'])
  assert.deepEqual(valuesOf('contains', ['300']), ['300'])
})

test('The status all means every status', () => {
  const [condition] = toFilter([item('status', 'equal_to', ['all'])], keys).any[0]!.all
  assert.deepEqual(condition!.values, ['open', 'resolved', 'pending', 'snoozed'])
})

test('A custom attribute is recognised by its definition or by the caller’s hint', () => {
  const fieldOf = (payload: object, defined: string[] = []) =>
    toFilter([payload as never], keys, defined).any[0]!.all[0]!.field
  assert.equal(fieldOf(item('plan', 'equal_to', ['oro']), ['plan']), 'custom_attributes.plan')
  const hinted = { ...item('plan', 'equal_to', ['oro']), custom_attribute_type: 'contact_attribute' }
  assert.equal(fieldOf(hinted), 'custom_attributes.plan')
  assert.throws(() => fieldOf({ ...hinted, custom_attribute_type: 'conversation_attribute' }), Problem)
})

test('Unknown keys, operators and connectives are refused by name', () => {
  const refused = (...payload: object[]) => {
    try {
      toFilter(payload as never, keys)
    } catch (error) {
      assert.ok(error instanceof Problem)
      return error.message
    }
    return undefined
  }
  assert.match(refused(item('shoe_size', 'equal_to', ['4']))!, /Invalid attribute key - \[shoe_size\].*company/)
  assert.match(refused(item('constructor', 'equal_to', ['4']))!, /Invalid attribute key/)
  assert.match(refused(item('name', 'resembles', ['4']))!, /Invalid operator.*name.*equal_to/)
  assert.match(refused(item('name', 'equal_to', ['a'], 'XOR'), item('name', 'is_present', []))!, /"AND" or "OR"/)
})
