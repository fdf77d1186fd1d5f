import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from './address.ts'

test('an address reads as people write it, and comes back the same', () => {
  const search = { q: 'ana maría', label: ['vip', 'no contactar'], period: 'week' }
  assert.equal(stringifySearch(search), '?q=ana+mar%C3%ADa&label=vip&label=no+contactar&period=week')
  assert.deepEqual(parseSearch(stringifySearch(search)), search)
})

test('what is empty does not stand in the address', () => {
  assert.equal(stringifySearch({ q: '', label: [], from: undefined }), '')
})

test('digits stay text: a phone number is searched for as it was typed', () => {
  assert.deepEqual(parseSearch('?q=3001234567'), { q: '3001234567' })
})
