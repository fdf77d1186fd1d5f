import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ago } from './ago.ts'

test('Relative times read as Intl would format them', () => {
  const units = [
    ['minute', 60, 59],
    ['hour', 3_600, 23],
    ['day', 86_400, 6],
  ] as const
  for (const language of ['es', 'en'] as const) {
    const intl = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
    assert.equal(ago(59, language), intl.format(0, 'second'))
    for (const [unit, size, most] of units) {
      for (let count = 1; count <= most; count++) {
        assert.equal(ago(count * size, language), intl.format(-count, unit))
        assert.equal(ago((count + 1) * size - 1, language), intl.format(-count, unit))
      }
    }
  }
})
