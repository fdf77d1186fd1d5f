import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InterestItem } from '#contract/records/property.ts'
import { totalsOf } from './totals.ts'

const item = (price: number | null, quantity: number, currency: string) =>
  ({ price, quantity, currency }) as unknown as InterestItem

test('Items are totalled by currency, leaving out items without a price', () => {
  const items = [item(100.1, 3, 'COP'), item(50, 1, 'USD'), item(null, 4, 'COP'), item(0.2, 1, 'COP')]
  assert.deepEqual(totalsOf(items), [
    { currency: 'COP', amount: 300.5 },
    { currency: 'USD', amount: 50 },
  ])
})
