import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAttribution, toSources } from './attribution-rules.ts'

const none = { source: null, medium: null, campaign: null }
const won = (source: string | null, amount: number, more = {}) => ({
  ...none,
  source,
  currency: 'COP',
  count: 1,
  amount,
  without_amount: 0,
  ...more,
})

test('Spaces, accents, capitals and underscores do not split an origin', () => {
  const rows = toAttribution(
    {
      contacts: [
        { source: 'sala de ventas', medium: ' Walk In ', campaign: 'mayo', count: 1 },
        { source: 'Sála de  Ventas', medium: 'walk_in', campaign: ' MAYO ', count: 2 },
      ],
      leads: [{ source: 'sala_de_ventas', medium: 'walk_in', campaign: 'Mayo', count: 4, won: 1 }],
      opportunities: [{ source: 'sala_de_ventas', medium: 'walk_in', campaign: 'mayo', count: 3 }],
      won: [won('sala_de_ventas', 10, { medium: 'walk_in', campaign: 'mayo' })],
    },
    'COP',
  )
  assert.equal(rows.length, 1)
  const { revenue, ...row } = rows[0]!
  assert.deepEqual(row, {
    source: 'sala_de_ventas',
    medium: 'walk_in',
    campaign: 'mayo',
    contacts: 3,
    leads: 4,
    opportunities: 3,
    won: 1,
    lead_to_won: 25,
  })
  assert.equal(revenue.amount, 10)
})

test('Unknown origin is a row too, and rows are sorted by revenue, then by counts', () => {
  const rows = toAttribution(
    {
      contacts: [{ ...none, count: 9 }],
      leads: [{ ...none, source: 'b', count: 5, won: 0 }],
      opportunities: [{ ...none, source: 'c', count: 1 }],
      won: [won('d', 1), won('e', 0, { count: 3, without_amount: 3 })],
    },
    'COP',
  )
  assert.deepEqual(
    rows.map(({ source, lead_to_won }) => [source, lead_to_won]),
    [
      ['d', null],
      ['e', null],
      ['c', null],
      ['b', 0],
      [null, null],
    ],
  )
})

test('Revenue by source sums its mediums and campaigns', () => {
  const rows = toSources(
    [won('a', 1), won('A', 2, { medium: 'x' }), won(null, 9), won('a', 5, { currency: 'USD' })],
    'COP',
  )
  assert.deepEqual(
    rows.map(({ source, won: count, revenue }) => [source, count, revenue.amount, revenue.mixed_currency]),
    [
      [null, 1, 9, false],
      ['a', 3, 3, true],
    ],
  )
})
