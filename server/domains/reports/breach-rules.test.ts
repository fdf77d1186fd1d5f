import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, atNamed, type Group, sumsOf } from '#domains/reports/breach-rules.ts'

const groups: Group[] = [
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

test('the sums of some are of each kind and in all', () => {
  assert.deepEqual(sumsOf(groups.slice(0, 3)), sums(7, 6, 0, 1))
  assert.deepEqual(sumsOf([]), sums(0, 0, 0, 0))
})

test('every place asked for has its sums, also where there was nothing', () => {
  assert.deepEqual(at(groups, 'day', ['2026-03-01', '2026-03-02']), [
    { key: '2026-03-01', ...sums(0, 0, 0, 0) },
    { key: '2026-03-02', ...sums(5, 0, 5, 0) },
  ])
})

test('those with a name come by how much was missed, and nobody last', () => {
  const known = [
    { id: '1', name: 'Inés' },
    { id: '2', name: 'Luis' },
    { id: '3', name: 'Sin faltas' },
  ]
  assert.deepEqual(
    atNamed(groups, 'agent', known, 'Sin asignar').map(({ who, name, total }) => [who?.id, name, total]),
    [
      ['2', 'Luis', 4],
      ['1', 'Inés', 3],
      [undefined, 'Sin asignar', 9],
    ],
  )
})
