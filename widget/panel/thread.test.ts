import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ChatMessage } from '#contract/records/conversation.ts'
import { arrange, merge } from '#widget/panel/thread.ts'

const message = (id: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  id: String(id),
  direction: 'outgoing',
  author: { type: 'agent', name: 'Luisa' },
  content: `mensaje ${id}`,
  content_type: 'text',
  attachments: [],
  status: 'sent',
  client_id: null,
  survey: null,
  created_at: new Date(Date.UTC(2026, 4, 4, 12, id)).toISOString(),
  deleted: false,
  ...more,
})

test('in whatever order and however often messages arrive, each stands once, oldest first', () => {
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

test('a message that changed takes the place of what it was', () => {
  const [before] = merge([message(1)], [message(1, { content: null, deleted: true })])
  assert.equal(before!.deleted, true)
})

test('what one person says in one go stands together; another person, a pause or a day begins anew', () => {
  const at = (iso: string) => ({ created_at: iso })
  const days = arrange([
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
