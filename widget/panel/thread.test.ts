import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChatMessage } from '#contract/records/conversation.ts'
import { groupByDay, merge } from '#widget/panel/thread.ts'

const message = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: String(id),
  direction: 'outgoing',
  author: { type: 'agent', name: 'Luisa' },
  content: `mensaje ${id}`,
  content_type: 'text',
  content_attributes: {},
  reply_to: null,
  reactions: [],
  edited_at: null,
  attachments: [],
  status: 'sent',
  client_id: null,
  survey: null,
  created_at: new Date(Date.UTC(2026, 4, 4, 12, id)).toISOString(),
  deleted: false,
  ...more,
})

test('Messages appear once and oldest first, in whatever order and however often they arrive', () => {
  const all = Array.from({ length: 12 }, (_, i) => message(i + 1))
  const arrivals = fc.array(fc.array(fc.constantFrom(...all)))
  fc.assert(
    fc.property(arrivals, (batches) => {
      const merged = batches.reduce<ChatMessage[]>(merge, [])
      const seen = all.filter((each) => batches.flat().includes(each))
      assert.deepEqual(merged, seen)
    }),
  )
})

test('A changed message replaces the earlier version', () => {
  const [before] = merge([message(1)], [message(1, { content: null, deleted: true })])
  assert.equal(before!.deleted, true)
})

test('Consecutive messages of one person form a group; another person, a pause or a new day starts another', () => {
  const at = (iso: string) => ({ created_at: iso })
  const days = groupByDay([
    message(1, at('2026-05-04T12:00:00.000Z')),
    message(2, at('2026-05-04T12:01:00.000Z')),
    message(3, { ...at('2026-05-04T12:02:00.000Z'), author: { type: 'agent', name: 'Andrés' } }),
    message(4, { ...at('2026-05-04T12:03:00.000Z'), direction: 'incoming' }),
    message(5, { ...at('2026-05-04T12:30:00.000Z'), direction: 'incoming' }),
    message(6, { ...at('2026-05-06T12:30:00.000Z'), direction: 'incoming' }),
  ])
  const shape = days.map((day) => day.groups.map((group) => group.messages.map(({ id }) => id)))
  assert.deepEqual(shape, [[['1', '2'], ['3'], ['4'], ['5']], [['6']]])
})
