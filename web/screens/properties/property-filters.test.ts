import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asInput, readPropertyFilters, type PropertyFilters } from './property-filters.ts'

test('what makes no sense in an address is left out', () => {
  const typed = { q: '', city: ['a'], operation: 'trueque', min_price: 'mucho', published: 'si', inactive: '0' }
  assert.deepEqual(readPropertyFilters(typed as unknown as PropertyFilters), {})
})

test('filters of the address are those of the operation', () => {
  const filters: PropertyFilters = { q: 'loft', type: 'casa', min_price: '100', max_bedrooms: '3', inactive: '1' }
  assert.deepEqual(asInput(readPropertyFilters(filters)), {
    name_search: 'loft',
    property_type: 'casa',
    min_price: 100,
    max_bedrooms: 3,
    only_active: false,
  })
})
