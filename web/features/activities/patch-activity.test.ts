import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchActivity } from './patch-activity.ts'

const list = {
  pages: [
    {
      items: [
        { id: '1', entity_type: 'lead', done: false },
        { id: '2', entity_type: 'lead', done: false },
      ],
    },
  ],
}

test('An activity is patched wherever it is listed, and nothing else changes', () => {
  const next = patchActivity(list, '2', { done: true })
  assert.equal(next.pages[0]!.items[1]!.done, true)
  assert.equal(next.pages[0]!.items[0], list.pages[0]!.items[0])
  assert.equal(patchActivity(list, '9', { done: true }), list)
})

test('A lead with the same id is not patched', () => {
  const lead = { id: '2', activities: [{ id: '2', entity_type: 'lead', done: false }] }
  const next = patchActivity(lead, '2', { done: true })
  assert.deepEqual(next, { id: '2', activities: [{ id: '2', entity_type: 'lead', done: true }] })
})
