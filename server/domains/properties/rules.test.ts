import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as rules from '#domains/properties/rules.ts'
import { refused } from '#test/refusal.ts'

const account = { locale: 'es', default_currency: 'COP' } as const
const house = rules.create({ code: 'C-1', name: 'Casa', operation: 'venta' }, account)

test('Common words for sale and rent map to the stored operation', () => {
  const meant = {
    venta: ['venta', 'VENTA', ' Compra ', 'comprar', 'sale'],
    arriendo: ['arriendo', 'Alquiler', 'ALQUILER', 'renta', 'rent'],
    venta_arriendo: ['venta_arriendo', 'Venta y arriendo', 'venta / arriendo', 'arriendo-venta'],
  }
  for (const [stored, words] of Object.entries(meant))
    for (const word of words) assert.equal(rules.operationOf(word), stored, word)
  for (const word of ['', 'permuta', 'ventana', '1']) {
    const problem = refused(() => rules.operationOf(word))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'operation'])
    assert.match(problem.message, /venta .*arriendo/)
  }
})

test('A property for both matches sale and rent; asking for both matches only that', () => {
  assert.deepEqual(rules.matchingOperations('compra'), ['venta', 'venta_arriendo'])
  assert.deepEqual(rules.matchingOperations('alquiler'), ['arriendo', 'venta_arriendo'])
  assert.deepEqual(rules.matchingOperations('venta_arriendo'), ['venta_arriendo'])
})

test('A new property is active and unpublished, with the currency and language of the workspace', () => {
  const { active, published, availability, currency, list_price, custom_attributes } = house
  assert.deepEqual(
    [active, published, availability, currency, list_price, custom_attributes],
    [true, false, 'disponible', 'COP', null, {}],
  )
  const english = rules.create(
    { code: 'C', name: 'House', operation: 'rent' },
    { locale: 'en', default_currency: 'USD' },
  )
  assert.deepEqual([english.availability, english.currency, english.operation], ['available', 'USD', 'arriendo'])
})

test('Absent fields stay, empty and null clear, and mandatory fields get their default', () => {
  const full = rules.revise(
    house,
    {
      city: ' Bogotá ',
      list_price: 1.006,
      bedrooms: 3,
      availability: 'Reservado',
      currency: 'usd',
      property_type: 'CASA',
      custom_attributes: { vista: 'mar' },
    },
    account,
  )
  assert.deepEqual(
    [full.city, full.list_price, full.bedrooms, full.availability, full.currency, full.property_type],
    ['Bogotá', 1.01, 3, 'Reservado', 'USD', 'casa'],
  )
  assert.deepEqual(rules.revise(full, {}, account), full)
  const cleared = rules.revise(
    full,
    {
      city: '',
      list_price: null,
      bedrooms: null,
      availability: '',
      currency: null,
      property_type: null,
      custom_attributes: { vista: null },
    },
    account,
  )
  assert.deepEqual(cleared, house)
  for (const [patch, field] of [
    [{ code: ' ' }, 'code'],
    [{ name: '' }, 'name'],
  ] as const)
    assert.equal(refused(() => rules.revise(house, patch, account)).extra.errors?.[0]?.field, field)
})

test('Changes list only differing fields with old and new values', () => {
  const changed = rules.revise(house, { list_price: 100, city: 'Cali' }, account)
  assert.deepEqual(rules.changes(house, changed), {
    city: { from: null, to: 'Cali' },
    list_price: { from: null, to: 100 },
  })
  const text = fc.option(fc.string(), { nil: undefined })
  const patch = fc.record({
    city: text,
    sector: text,
    description: text,
    bedrooms: fc.option(fc.nat(20), { nil: null }),
  })
  fc.assert(
    fc.property(patch, (sent) => {
      const once = rules.revise(house, sent, account)
      assert.deepEqual(rules.changes(once, rules.revise(once, sent, account)), {})
    }),
  )
})

test('A minimum above the maximum is refused', () => {
  rules.checkRanges({ min_price: 5, max_price: 5, min_bedrooms: 2 })
  assert.equal(refused(() => rules.checkRanges({ min_price: 6, max_price: 5 })).extra.errors?.[0]?.field, 'min_price')
  const rooms = refused(() => rules.checkRanges({ min_bedrooms: 3, max_bedrooms: 2 }))
  assert.equal(rooms.extra.errors?.[0]?.field, 'min_bedrooms')
})
