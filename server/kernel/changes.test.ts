import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listChanges } from './changes.ts'

test('Linked records are compared by id, other fields by value', () => {
  const before = { owner: { id: '1', name: 'Ana' }, name: 'x', tags: { a: 1 } }
  const renamed = { owner: { id: '1', name: 'Ana María' }, name: 'x', tags: { a: 1 } }
  assert.deepEqual(listChanges(before, renamed, ['owner', 'name', 'tags']), {})
  const after = { owner: { id: '2', name: 'Beto' }, name: 'y', tags: { a: 2 } }
  assert.deepEqual(listChanges(before, after, ['owner', 'name']), {
    owner: { from: before.owner, to: after.owner },
    name: { from: 'x', to: 'y' },
  })
})

test('Custom attributes are compared in full even if one is called id', () => {
  const [before, after] = [{ custom_attributes: { id: 'A7', zona: 'Suba' } }, { custom_attributes: { id: 'A7' } }]
  assert.deepEqual(listChanges(before, after as typeof before, ['custom_attributes']), {
    custom_attributes: { from: { id: 'A7', zona: 'Suba' }, to: { id: 'A7' } },
  })
})
