import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byAmountWon, performanceByOwner, toPerformance } from './performance-rules.ts'

const sum = (owner_id: string | null, status: 'won' | 'lost', count: number, amount: number, currency = 'COP') => ({
  owner_id,
  status,
  currency,
  count,
  amount,
  without_amount: 0,
})

test('Without closed deals there is no win rate and no average ticket', () => {
  const { won, lost, open, win_rate, average_ticket } = toPerformance(
    [],
    [{ owner_id: '1', open: 3, created: 1 }],
    'COP',
  )
  assert.deepEqual([won, lost, open, win_rate, average_ticket], [0, 0, 3, null, null])
})

test('Every owner of won, lost or open deals is listed, including unassigned', () => {
  const closed = [sum('1', 'won', 1, 10), sum('1', 'won', 1, 7, 'USD'), sum('1', 'lost', 2, 5), sum('2', 'lost', 1, 0)]
  const by = performanceByOwner(closed, [{ owner_id: null, open: 4, created: 2 }], 'COP')
  assert.deepEqual([...by.keys()], ['1', '2', null])
  const { won, lost, win_rate, amount_won, average_ticket } = by.get('1')!
  assert.deepEqual([won, lost, win_rate, amount_won.amount, average_ticket], [2, 2, 50, 10, 10])
  assert.equal(by.get('2')!.win_rate, 0)
  assert.equal(by.get(null)!.open_created_in_period, 2)
})

test('Owners are sorted by amount won, then by count, name and id', () => {
  const row = (name: string, count: number, amount: number, id = '1') => ({
    agent: { id, name },
    name,
    ...toPerformance([sum('1', 'won', count, amount)], [], 'COP'),
  })
  const rows = [
    row('Óscar', 1, 5),
    row('Beto', 1, 5, '10'),
    row('Beto', 1, 5, '9'),
    row('Zoe', 2, 5),
    row('Ana', 1, 1),
    row('Luz', 1, 9),
  ]
  assert.deepEqual(
    rows.sort(byAmountWon).map(({ name, agent }) => `${name} ${agent.id}`),
    ['Luz 1', 'Zoe 1', 'Beto 9', 'Beto 10', 'Óscar 1', 'Ana 1'],
  )
})
