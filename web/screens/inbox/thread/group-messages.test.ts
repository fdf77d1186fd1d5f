import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConversationActivity } from '#contract/records/conversation-activity.ts'
import type { Message } from '#contract/records/conversation.ts'
import { groupMessages } from './group-messages.ts'
import { inRuns } from './media/picture-messages.ts'

let count = 0
const message = (created_at: string, more: Partial<Message> = {}): Message => ({
  id: String(++count),
  conversation_id: '1',
  direction: 'incoming',
  author: { type: 'contact', id: '7', name: 'Ana' },
  content: 'Hola',
  content_type: 'text',
  content_attributes: {},
  attachments: [],
  private: false,
  status: 'sent',
  failure: null,
  external_id: null,
  reply_to: null,
  reactions: [],
  edited_at: null,
  scheduled_at: null,
  deleted: false,
  created_at,
  updated_at: created_at,
  ...more,
})

const shape = (messages: Message[], since?: string | null) =>
  groupMessages(messages, [], 'America/Bogota', since).map((row) =>
    row.kind === 'group' ? row.messages.length : row.kind,
  )

test('Days start at midnight in the time zone of the workspace', () => {
  // 04:59 and 05:01 in UTC are the two sides of midnight in Bogotá.
  assert.deepEqual(shape([message('2026-11-14T04:59:00Z'), message('2026-11-14T05:01:00Z')]), ['day', 1, 'day', 1])
})

test('Messages of one author are grouped while they follow closely; a note stands apart', () => {
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

test('A line precedes the first unread message and splits its group', () => {
  const messages = [message('2026-11-14T15:00:00Z'), message('2026-11-14T15:01:00Z')]
  assert.deepEqual(shape(messages, '2026-11-14T15:00:30Z'), ['day', 1, 'unread', 1])
  assert.deepEqual(shape(messages, null), ['day', 'unread', 2])
  assert.deepEqual(shape(messages, '2026-11-14T16:00:00Z'), ['day', 2])
})

const change = (created_at: string, author: ConversationActivity['author'] = ana): ConversationActivity => ({
  id: created_at,
  kind: 'priority',
  author,
  from: 'none',
  to: 'high',
  until: null,
  created_at,
})
const ana = { type: 'user', id: '3', name: 'Ana' } as const
const rule = { type: 'automation', id: '3', name: 'Ana' } as const

test('Changes stand between the messages they were made between; those of one author made together are one line', () => {
  const messages = [message('2026-11-14T15:00:00Z'), message('2026-11-14T15:03:00Z')]
  const changes = [
    change('2026-11-14T14:59:00Z'),
    change('2026-11-14T15:01:00Z'),
    change('2026-11-14T15:02:00Z'),
    change('2026-11-14T15:04:00Z'),
    change('2026-11-14T15:04:01Z', rule),
    change('2026-11-14T15:30:00Z', rule),
  ]
  const rows = groupMessages(messages, changes, 'America/Bogota', undefined)
  assert.deepEqual(
    rows.map((row) => (row.kind === 'activity' ? row.activities.length : row.kind)),
    ['day', 1, 'group', 2, 'group', 1, 1, 1],
  )
})

test('Pictures that follow each other are shown together, unless there is more to read', () => {
  const picture = (more: Partial<Message> = {}) => {
    const file = { id: String(++count), state: 'stored', file_type: 'image', url: '/foto.png' }
    return message('2026-11-14T15:00:00Z', { content: null, attachments: [file] as never, ...more })
  }
  const lengths = (messages: Message[]) => inRuns(messages).map((run) => run.length)
  assert.deepEqual(lengths([picture(), picture(), message('2026-11-14T15:00:00Z'), picture()]), [2, 1, 1])
  for (const more of [
    { content: 'Mira' },
    { deleted: true },
    { private: true },
    { status: 'failed' },
    { reply_to: { id: '1', preview: 'Hola' } },
    { content_attributes: { sticker: true } },
    { attachments: [...picture().attachments, ...picture().attachments] },
  ] as Partial<Message>[])
    assert.deepEqual(lengths([picture(), picture(more), picture(), picture()]), [1, 1, 2], JSON.stringify(more))
})
