import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { gather } from './gather.ts'

const entry = (id: string, kind: ContactTimelineEntry['kind'], talk?: string) =>
  ({ id, kind, about: talk ? { type: 'conversation', id: talk } : null }) as ContactTimelineEntry

test('messages of one conversation are told together until something else comes between', () => {
  const told = gather([
    entry('a', 'message', '1'),
    entry('b', 'message', '1'),
    entry('c', 'message', '2'),
    entry('d', 'note'),
    entry('e', 'message', '2'),
    entry('f', 'conversation', '2'),
    entry('g', 'note'),
  ])
  assert.deepEqual(
    told.map((group) => group.map(({ id }) => id).join('')),
    ['ab', 'c', 'd', 'e', 'f', 'g'],
  )
})
