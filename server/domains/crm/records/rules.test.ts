import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refused } from '#test/refusal.ts'
import * as rules from './rules.ts'

test('Only ISO currency codes are accepted', () => {
  assert.equal(rules.currency(' usd '), 'USD')
  for (const code of ['', 'PESO', 'XX', '$'])
    assert.equal(refused(() => rules.currency(code)).code, 'invalid_value', code)
})

test('Money is rounded to cents', () => {
  assert.equal(rules.money(0.1 + 0.2), 0.3)
  assert.equal(rules.money(null), null)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
      assert.equal(rules.money(cents / 100), cents / 100)
    }),
  )
})

test('A timestamp never goes back before the last known one', () => {
  const now = new Date('2026-11-15T03:30:00Z')
  assert.equal(rules.notBefore('2026-11-15T03:30:01.000Z', now).toISOString(), '2026-11-15T03:30:01.000Z')
  assert.equal(rules.notBefore('2026-11-15T03:29:00.000Z', now), now)
})
