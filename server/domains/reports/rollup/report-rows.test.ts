import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '#contract/periods.ts'
import { splitByMonth } from './report-rows.ts'

test('A range is split into whole months and the days around them', () => {
  const table: [string | null, string, string][] = [
    ['2026-01-01', '2026-01-31', 'month 2026-01-01..2026-01-31'],
    ['2026-01-02', '2026-01-31', 'days 2026-01-02..2026-01-31'],
    ['2026-01-01', '2026-01-30', 'days 2026-01-01..2026-01-30'],
    [
      '2026-01-31',
      '2026-03-01',
      'days 2026-01-31..2026-01-31, month 2026-02-01..2026-02-28, days 2026-03-01..2026-03-01',
    ],
    [
      '2025-11-16',
      '2026-11-15',
      'days 2025-11-16..2025-11-30, month 2025-12-01..2026-10-31, days 2026-11-01..2026-11-15',
    ],
    ['2026-01-20', '2026-02-10', 'days 2026-01-20..2026-02-10'],
    ['2024-02-01', '2024-02-29', 'month 2024-02-01..2024-02-29'],
    [null, '2026-02-10', 'month null..2026-01-31, days 2026-02-01..2026-02-10'],
  ]
  for (const [from, to, expected] of table) {
    const pieces = splitByMonth({ from, to }).map(
      (each) => `${each.isWhole ? 'month' : 'days'} ${each.from}..${each.to}`,
    )
    assert.equal(pieces.join(', '), expected)
  }
})

test('Any range is split without gaps into whole months and days', () => {
  const day = fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2020-01-01', n))
  fc.assert(
    fc.property(day, fc.nat(900), (from, length) => {
      const to = addDays(from, length)
      const pieces = splitByMonth({ from, to })
      assert.equal(pieces[0]!.from, from)
      assert.equal(pieces.at(-1)!.to, to)
      for (const [i, piece] of pieces.entries()) {
        assert.ok(piece.from! <= piece.to)
        if (i > 0) assert.equal(piece.from, addDays(pieces[i - 1]!.to, 1))
        if (piece.isWhole) assert.ok(piece.from!.endsWith('-01') && addDays(piece.to, 1).endsWith('-01'))
      }
      const longest = Math.max(
        ...pieces
          .filter(({ isWhole }) => !isWhole)
          .map((each) => (Date.parse(each.to) - Date.parse(each.from!)) / 86_400_000),
        0,
      )
      assert.ok(longest < 61, 'a whole month is never read day by day')
    }),
  )
})
