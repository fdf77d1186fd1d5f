import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Property } from '#contract/records/property.ts'
import * as rules from '#domains/properties/item-rules.ts'
import { refused } from '#test/refusal.ts'

const house = { name: 'Casa', list_price: 500, currency: 'USD' } as Property

test('A property item takes its name, price and currency; other items need a name', () => {
  assert.deepEqual(rules.create({}, house, 'COP'), { name: 'Casa', quantity: 1, price: 500, currency: 'USD' })
  assert.deepEqual(rules.create({ price: 450, currency: 'cop', quantity: 2 }, house, 'COP'), {
    name: 'Casa',
    quantity: 2,
    price: 450,
    currency: 'COP',
  })
  assert.deepEqual(rules.create({ name: ' Trámite ' }, undefined, 'COP'), {
    name: 'Trámite',
    quantity: 1,
    price: null,
    currency: 'COP',
  })
  assert.equal(refused(() => rules.create({}, undefined, 'COP')).code, 'missing_field')
  assert.equal(refused(() => rules.create({ name: ' ' }, undefined, 'COP')).code, 'missing_field')
  assert.equal(refused(() => rules.create({ name: 'Otra' }, house, 'COP')).code, 'invalid_value')
})

test('An item needs a valid currency', () => {
  assert.equal(rules.create({ name: 'Casa', currency: ' usd ' }, undefined, 'COP').currency, 'USD')
  const problem = refused(() => rules.create({ name: 'Casa', currency: 'ZZZ' }, undefined, 'COP'))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'currency'])
})

test('Absent fields stay, and null clears the price', () => {
  const before = { name: 'Casa', quantity: 1, price: 500, currency: 'USD' }
  assert.deepEqual(rules.revise(before, {}), before)
  assert.deepEqual(rules.revise(before, { price: null, quantity: 1.234 }), { ...before, price: null, quantity: 1.23 })
  assert.deepEqual(rules.revise(before, { price: 0 }), { ...before, price: 0 })
  assert.equal(refused(() => rules.revise(before, { name: '' })).code, 'missing_field')
})
