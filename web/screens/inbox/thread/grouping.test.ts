import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '#contract/records/conversation.ts'
import { rowsOf } from './grouping.ts'

let made = 0
const message = (created_at: string, more: Partial<Message> = {}): Message => ({
  id: String(++made),
  conversation_id: '1',
  direction: 'incoming',
  author: { type: 'contact', id: '7', name: 'Ana' },
  content: 'Hola',
  content_type: 'text',
  content_attributes: {},
  attachments: [],
  private: false,
  status: 'sent',
  external_id: null,
  deleted: false,
  created_at,
  updated_at: created_at,
  ...more,
})

const shape = (messages: Message[], since?: string | null) =>
  rowsOf(messages, 'America/Bogota', since).map((row) => (row.kind === 'group' ? row.messages.length : row.kind))

test('days break where the clocks of the workspace say so', () => {
  // 04:59 and 05:01 in UTC are the two sides of midnight in Bogotá.
  assert.deepEqual(shape([message('2026-11-14T04:59:00Z'), message('2026-11-14T05:01:00Z')]), ['day', 1, 'day', 1])
})

test('messages of one author stand together while they follow closely; a note stands apart', () => {
  const agent = { direction: 'outgoing', author: { type: 'agent', id: '3', name: 'Luis' } } as const
  const messages = [
    message('2026-11-14T15:00:00Z'),
    message('2026-11-14T15:04:00Z'),
    message('2026-11-14T15:20:00Z'),
    message('2026-11-14T15:20:10Z', agent),
    message('2026-11-14T15:20:20Z', { ...agent, private: true }),
  ]
  assert.deepEqual(shape(messages), ['day', 2, 1, 1, 1])
})

test('a line stands before what nobody has read, and parts a group', () => {
  const messages = [message('2026-11-14T15:00:00Z'), message('2026-11-14T15:01:00Z')]
  assert.deepEqual(shape(messages, '2026-11-14T15:00:30Z'), ['day', 1, 'unread', 1])
  assert.deepEqual(shape(messages, null), ['day', 'unread', 2])
  assert.deepEqual(shape(messages, '2026-11-14T16:00:00Z'), ['day', 2])
})
