import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOf, readDraft } from './property-draft.ts'

const draft = { ...draftOf(undefined, 'COP'), code: ' APT-1 ', name: 'Loft' }

test('a form is read as the operation takes it: numbers as people write them, nothing as nothing', () => {
  const read = readDraft({ ...draft, list_price: '350.000.000', bedrooms: '2' })
  assert.ok('input' in read)
  const { code, list_price, bedrooms, bathrooms, currency, availability } = read.input
  assert.deepEqual(
    { code, list_price, bedrooms, bathrooms, currency, availability },
    { code: 'APT-1', list_price: 350_000_000, bedrooms: 2, bathrooms: null, currency: 'COP', availability: undefined },
  )
})

test('a field that is no number is named', () => {
  assert.deepEqual(readDraft({ ...draft, area_m2: 'grande' }), { wrong: 'area_m2' })
})
