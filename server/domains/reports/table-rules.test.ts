import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { flatten, listTables } from '#domains/reports/table-rules.ts'

const answer = z.object({
  days: z.object({ from: z.string().nullable(), to: z.string() }),
  total: z.int(),
  rows: z.array(
    z.object({
      agent: z.object({ id: z.string(), name: z.string() }).nullable(),
      labels: z.array(z.string()),
      money: z.object({
        amount: z.number(),
        by_currency: z.array(z.object({ currency: z.string(), amount: z.number() })),
      }),
    }),
  ),
  inner: z.object({ rate: z.number().nullable(), items: z.array(z.object({ id: z.string() })).nullable() }).nullable(),
})

const value: z.output<typeof answer> = {
  days: { from: null, to: '2026-03-31' },
  total: 2,
  rows: [
    {
      agent: { id: '1', name: 'Inés' },
      labels: ['a', 'b'],
      money: { amount: 1, by_currency: [{ currency: 'COP', amount: 1 }] },
    },
    { agent: null, labels: [], money: { amount: 0, by_currency: [{ currency: 'USD', amount: 5 }] } },
  ],
  inner: { rate: null, items: null },
}

const written = (name: string, of: z.output<typeof answer> = value) => {
  const table = listTables(answer).find((each) => each.name === name)!
  return flatten(table.row, table.rows(of))
}

test('The tables of a report are its lists at any depth, and a summary', () => {
  assert.deepEqual(
    listTables(answer).map(({ name }) => name),
    ['rows', 'inner.items', 'summary'],
  )
})

test('Nested fields have dotted columns, and a list has columns per item', () => {
  assert.deepEqual(written('rows'), [
    [
      'agent.id',
      'agent.name',
      'labels',
      'money.amount',
      'money.by_currency.COP.amount',
      'money.by_currency.USD.amount',
    ],
    ['1', 'Inés', 'a; b', 1, 1, undefined],
    [undefined, undefined, '', 0, undefined, 5],
  ])
})

test('Missing values leave empty cells or a table without rows', () => {
  assert.deepEqual(written('inner.items'), [['id']])
  assert.deepEqual(written('inner.items', { ...value, inner: null }), [['id']])
  assert.deepEqual(written('summary', { ...value, inner: null }), [
    ['days.from', 'days.to', 'total', 'inner.rate'],
    [null, '2026-03-31', 2, undefined],
  ])
})

test('A list of unnamed items is exported as one cell', () => {
  const row = z.object({ list: z.array(z.object({ place: z.object({ id: z.string() }), count: z.int() })) })
  const rows = [{ list: [{ place: { id: '1' }, count: 2 }] }]
  assert.deepEqual(flatten(row, rows), [['list'], ['[{"place":{"id":"1"},"count":2}]']])
})
