import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sorted, turned } from './sorting.ts'

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
const names = (key: string, isDown: boolean) => sorted(rows, columns, { key, isDown }).map(({ name }) => name)

test('figures are sorted as numbers, and what has none stands last whichever way', () => {
  assert.deepEqual(names('won', true), ['Bruno', 'Zoe', 'Ángela'])
  assert.deepEqual(names('won', false), ['Zoe', 'Bruno', 'Ángela'])
})

test('words are sorted as people read them', () => {
  assert.deepEqual(names('name', false), ['Ángela', 'Bruno', 'Zoe'])
})

test('a heading turns three ways, figures from the largest and words from A', () => {
  const [name, won] = columns
  const first = turned(undefined, won!)
  assert.deepEqual(first, { key: 'won', isDown: true })
  assert.deepEqual(turned(first, won!), { key: 'won', isDown: false })
  assert.equal(turned(turned(first, won!), won!), undefined)
  assert.deepEqual(turned(first, name!), { key: 'name', isDown: false })
})
