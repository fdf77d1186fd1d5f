import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeCsv } from './write-csv.ts'

test('Quotes are doubled, and formulas stay text', () => {
  assert.equal(writeCsv([['2', 'di "hola"', '=1+1']]), '\uFEFF"2","di ""hola""","\'=1+1"\r\n')
})
