import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './amount.ts'

test('An amount is parsed as people of both languages write it', () => {
  const known: [string, number | null | undefined][] = [
    ['350000000', 350_000_000],
    ['$ 350.000.000', 350_000_000],
    ['350,000,000', 350_000_000],
    ['1.250.000,50', 1_250_000.5],
    ['1,250,000.50', 1_250_000.5],
    ['1.250', 1_250],
    ['12,5', 12.5],
    ['12.50', 12.5],
    ['', null],
    ['  ', null],
    ['mucho', undefined],
    ['-5', undefined],
  ]
  for (const [text, amount] of known) assert.equal(readAmount(text), amount, text)
})
