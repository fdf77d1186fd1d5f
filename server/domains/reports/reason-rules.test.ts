import assert from 'node:assert/strict'
import { test } from 'node:test'
import { losses, ownWords } from '#domains/reports/reason-rules.ts'

const row = (reason: string | null, count: number, amount: number, currency = 'COP') => ({
  reason,
  count,
  amount,
  currency,
  without_amount: 0,
})

test('reasons stand by how many, then by how much, then by name, and none is one of them', () => {
  const told = losses(
    [row('B', 1, 5), row('A', 1, 5), row(null, 2, 0), row('C', 1, 9), row('C', 1, 900, 'USD')],
    'COP',
    '—',
  )
  assert.deepEqual(
    told.map(({ name, count, share, amount_share }) => [name, count, share, amount_share]),
    [
      ['C', 2, 33.3, 47.4],
      ['—', 2, 33.3, 0],
      ['A', 1, 16.7, 26.3],
      ['B', 1, 16.7, 26.3],
    ],
  )
})

test('a reason of the catalog is what it was called; what people write is told together, as they mostly write it', () => {
  const rows = [row('Muy caro', 2, 0), row('muy  Cáro', 1, 0), row('MUY CARO ', 1, 0)]
  assert.equal(losses(rows, 'COP', '—').length, 3)
  const [told, ...others] = losses(rows, 'COP', '—', ownWords)
  assert.deepEqual([told!.name, told!.count, others.length], ['Muy caro', 4, 0])
})

test('where nothing has an amount there is no share of it', () => {
  assert.equal(losses([row('A', 1, 0)], 'COP', '—')[0]!.amount_share, null)
})
