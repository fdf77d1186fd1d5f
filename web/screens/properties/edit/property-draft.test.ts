import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDraft, readDraft } from './property-draft.ts'

const draft = { ...toDraft(undefined, 'COP'), code: ' APT-1 ', name: 'Loft' }

test('A form becomes the operation’s input: formatted numbers are parsed, empty fields are null', () => {
  const read = readDraft({ ...draft, list_price: '350.000.000', bedrooms: '2' })
  assert.ok('input' in read)
  const { code, list_price, bedrooms, bathrooms, currency, availability } = read.input
  assert.deepEqual(
    { code, list_price, bedrooms, bathrooms, currency, availability },
    { code: 'APT-1', list_price: 350_000_000, bedrooms: 2, bathrooms: null, currency: 'COP', availability: undefined },
  )
})

test('The first field that is not a number is reported', () => {
  assert.deepEqual(readDraft({ ...draft, area_m2: 'grande' }), { wrong: 'area_m2' })
})
