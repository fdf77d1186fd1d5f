import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './search-params.ts'

test('Search params are readable and round-trip', () => {
  const search = { q: 'ana maría', label: ['vip', 'no contactar'], period: 'week' }
  assert.equal(stringifySearch(search), '?q=ana+mar%C3%ADa&label=vip&label=no+contactar&period=week')
  assert.deepEqual(parseSearch(stringifySearch(search)), search)
})

test('Empty values are left out of the URL', () => {
  assert.equal(stringifySearch({ q: '', label: [], from: undefined }), '')
})

test('Digits stay text, so a phone number is searched for as typed', () => {
  assert.deepEqual(parseSearch('?q=3001234567'), { q: '3001234567' })
})
