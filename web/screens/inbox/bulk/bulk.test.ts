import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '#contract/records/conversation.ts'
import { bulkActions } from './bulk-actions.ts'
import { runAll } from './run-all.ts'

test('Bulk actions run a few at a time, and a failure does not stop the others', async () => {
  let running = 0
  let most = 0
  const steps: number[] = []
  const { done, failed } = await runAll(
    Array.from({ length: 30 }, (_, i) => i),
    async (i) => {
      most = Math.max(most, ++running)
      await new Promise((go) => setImmediate(go))
      running--
      if (i % 10 === 3) throw new Error(String(i))
    },
    (count) => steps.push(count),
  )
  assert.equal(most, 4)
  assert.equal(done.length, 27)
  assert.deepEqual(
    failed.map(({ item, error }) => [item, (error as Error).message]).toSorted(([a], [b]) => Number(a) - Number(b)),
    [
      [3, '3'],
      [13, '13'],
      [23, '23'],
    ],
  )
  assert.equal(steps.at(-1), 30)
})

test('Undo restores the previous state, and calls nothing where nothing changed', () => {
  const before = { id: '1', status: 'snoozed', snoozed_until: '2026-12-01T14:00:00Z', labels: ['vip'], unread: false }
  const one = { ...before, assignee: null, team: { id: '4', name: 'Ventas' } } as unknown as Conversation
  const undo = (change: string) => ({ name: 'undo_conversation_change', input: { conversation_id: '1', change } })
  assert.deepEqual(bulkActions.resolve.undo(one), undo('status'))
  assert.deepEqual(bulkActions.assign({ id: '7', name: 'Ana', email: '' }).undo(one), undo('assignee'))
  assert.deepEqual(bulkActions.team(null).undo(one), undo('team'))
  assert.equal(bulkActions.tag('vip').undo(one), undefined)
  assert.deepEqual(bulkActions.tag('venta').undo(one), undo('labels'))
  assert.equal(bulkActions.read.undo(one), undefined)
  const unread = { ...one, unread: true, unread_count: 3 }
  assert.deepEqual(bulkActions.read.undo(unread)?.input, { conversation_id: '1', unread_count: 3 })
})
