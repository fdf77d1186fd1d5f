import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withActivity } from './with-activity.ts'

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

test('an activity is changed wherever it is listed, and nothing else is', () => {
  const next = withActivity(list, '2', { done: true })
  assert.equal(next.pages[0]!.items[1]!.done, true)
  assert.equal(next.pages[0]!.items[0], list.pages[0]!.items[0])
  assert.equal(withActivity(list, '9', { done: true }), list)
})

test('a lead with the same id is no activity', () => {
  const lead = { id: '2', activities: [{ id: '2', entity_type: 'lead', done: false }] }
  const next = withActivity(lead, '2', { done: true })
  assert.deepEqual(next, { id: '2', activities: [{ id: '2', entity_type: 'lead', done: true }] })
})
