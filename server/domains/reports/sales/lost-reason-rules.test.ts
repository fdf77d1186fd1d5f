import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLosses } from './lost-reason-rules.ts'

const row = (reason: string | null, count: number, amount: number, currency = 'COP') => ({
  reason,
  count,
  amount,
  currency,
  without_amount: 0,
})

test('Reasons are sorted by count, amount and name, including no reason', () => {
  const losses = toLosses(
    [row('B', 1, 5), row('A', 1, 5), row(null, 2, 0), row('C', 1, 9), row('C', 1, 900, 'USD')],
    'COP',
    '—',
  )
  assert.deepEqual(
    losses.map(({ name, count, share, amount_share }) => [name, count, share, amount_share]),
    [
      ['C', 2, 33.3, 47.4],
      ['—', 2, 33.3, 0],
      ['A', 1, 16.7, 26.3],
      ['B', 1, 16.7, 26.3],
    ],
  )
})

test('Spellings of a reason are grouped under the most frequent one', () => {
  const rows = [row('Muy caro', 2, 0), row('muy  Cáro', 1, 0), row('MUY CARO ', 1, 0)]
  const [losses, ...others] = toLosses(rows, 'COP', '—')
  assert.deepEqual([losses!.name, losses!.count, others.length], ['Muy caro', 4, 0])
})

test('Without amounts there is no amount share', () => {
  assert.equal(toLosses([row('A', 1, 0)], 'COP', '—')[0]!.amount_share, null)
})
