import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContactTimelineEntry } from '#contract/records/contact.ts'
import { groupMessages } from './group-messages.ts'

const entry = (id: string, kind: ContactTimelineEntry['kind'], conversation?: string) =>
  ({ id, kind, about: conversation ? { type: 'conversation', id: conversation } : null }) as ContactTimelineEntry

test('Consecutive messages of one conversation are grouped until another entry comes between', () => {
  const groups = groupMessages([
    entry('a', 'message', '1'),
    entry('b', 'message', '1'),
    entry('c', 'message', '2'),
    entry('d', 'note'),
    entry('e', 'message', '2'),
    entry('f', 'conversation', '2'),
    entry('g', 'note'),
  ])
  assert.deepEqual(
    groups.map((group) => group.map(({ id }) => id).join('')),
    ['ab', 'c', 'd', 'e', 'f', 'g'],
  )
})
