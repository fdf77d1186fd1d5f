import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumsByKey, sumsByName, type BreachGroup, toSums } from './rules.ts'

const groups: BreachGroup[] = [
  { by: 'agent', key: '1', kind: 'first_response', count: 2 },
  { by: 'agent', key: '1', kind: 'resolution', count: 1 },
  { by: 'agent', key: '2', kind: 'first_response', count: 4 },
  { by: 'agent', key: null, kind: 'next_response', count: 9 },
  { by: 'day', key: '2026-03-02', kind: 'next_response', count: 5 },
]
const sums = (total: number, first_response: number, next_response: number, resolution: number) => ({
  total,
  first_response,
  next_response,
  resolution,
})

test('Sums are given per kind and in total', () => {
  assert.deepEqual(toSums(groups.slice(0, 3)), sums(7, 6, 0, 1))
  assert.deepEqual(toSums([]), sums(0, 0, 0, 0))
})

test('Every requested key has sums, including zeros', () => {
  assert.deepEqual(sumsByKey(groups, 'day', ['2026-03-01', '2026-03-02']), [
    { key: '2026-03-01', ...sums(0, 0, 0, 0) },
    { key: '2026-03-02', ...sums(5, 0, 5, 0) },
  ])
})

test('Named rows are sorted by breaches, unassigned last', () => {
  const known = [
    { id: '1', name: 'Inés' },
    { id: '2', name: 'Luis' },
    { id: '3', name: 'Sin faltas' },
  ]
  assert.deepEqual(
    sumsByName(groups, 'agent', known, 'Sin asignar').map(({ record, name, total }) => [record?.id, name, total]),
    [
      ['2', 'Luis', 4],
      ['1', 'Inés', 3],
      [undefined, 'Sin asignar', 9],
    ],
  )
})

test('Records of one name with as many breaches keep the order of their ids', () => {
  const equal = ['10', '9'].map((key) => ({ by: 'inbox', key, kind: 'resolution', count: 1 }) as const)
  const known = equal.map(({ key }) => ({ id: key, name: 'Ventas' }))
  assert.deepEqual(
    sumsByName(equal, 'inbox', known, '').map(({ record }) => record?.id),
    ['9', '10'],
  )
})
