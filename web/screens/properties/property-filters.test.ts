import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toInput, readPropertyFilters, type PropertyFilters } from './property-filters.ts'

test('Invalid filters in an address are dropped', () => {
  const typed = { q: '', city: ['a'], operation: 'trueque', min_price: 'mucho', published: 'si', inactive: '0' }
  assert.deepEqual(readPropertyFilters(typed as unknown as PropertyFilters), {})
})

test('Filters in the address map to the operation’s input', () => {
  const filters: PropertyFilters = { q: 'loft', type: 'casa', min_price: '100', max_bedrooms: '3', inactive: '1' }
  assert.deepEqual(toInput(readPropertyFilters(filters)), {
    name_search: 'loft',
    property_type: 'casa',
    min_price: 100,
    max_bedrooms: 3,
    only_active: false,
  })
})
