import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asCsv } from './as-csv.ts'

test('quotes are doubled, and formulas stay text', () => {
  assert.equal(asCsv([['2', 'di "hola"', '=1+1']]), '\uFEFF"2","di ""hola""","\'=1+1"\r\n')
})
