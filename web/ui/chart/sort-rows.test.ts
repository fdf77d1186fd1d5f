import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortRows, toggleOrder } from './sort-rows.ts'

type Row = { name: string; won: number | null }
const columns = [
  { key: 'name', by: ({ name }: Row) => name },
  { key: 'won', by: ({ won }: Row) => won, isFigure: true },
]
const rows: Row[] = [
  { name: 'Zoe', won: 2 },
  { name: 'Ángela', won: null },
  { name: 'Bruno', won: 10 },
]
const names = (key: string, isDown: boolean) => sortRows(rows, columns, { key, isDown }).map(({ name }) => name)

test('Figures sort as numbers, and rows without one come last in both directions', () => {
  assert.deepEqual(names('won', true), ['Bruno', 'Zoe', 'Ángela'])
  assert.deepEqual(names('won', false), ['Zoe', 'Bruno', 'Ángela'])
})

test('Texts sort alphabetically in the reader’s language', () => {
  assert.deepEqual(names('name', false), ['Ángela', 'Bruno', 'Zoe'])
})

test('A heading cycles through three orders, figures descending and texts ascending first', () => {
  const [name, won] = columns
  const first = toggleOrder(undefined, won!)
  assert.deepEqual(first, { key: 'won', isDown: true })
  assert.deepEqual(toggleOrder(first, won!), { key: 'won', isDown: false })
  assert.equal(toggleOrder(toggleOrder(first, won!), won!), undefined)
  assert.deepEqual(toggleOrder(first, name!), { key: 'name', isDown: false })
})
