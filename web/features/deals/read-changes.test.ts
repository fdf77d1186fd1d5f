import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readChanges } from './read-changes.ts'

test('Only the custom attributes that changed are listed', () => {
  const changes = { custom_attributes: { from: { color: 'rojo', pisos: 2 }, to: { color: 'azul', pisos: 2 } } }
  assert.deepEqual(readChanges({ type: 'field_change', changes }), [
    { field: 'custom_attributes.color', label: 'color', from: 'rojo', to: 'azul' },
  ])
})

test('Changes implied by a stage move are left out', () => {
  const changes = {
    stage: { from: null, to: null },
    probability: { from: 10, to: 50 },
    owner: { from: null, to: null },
  }
  assert.deepEqual(
    readChanges({ type: 'stage_change', changes }).map(({ field }) => field),
    ['owner'],
  )
  assert.equal(readChanges({ type: 'field_change', changes: null }).length, 0)
})
