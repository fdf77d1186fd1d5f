import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conversation } from '#contract/records/conversation.ts'
import { bulkActs } from './bulk-acts.ts'
import { runAll } from './run-all.ts'

test('many are done a few at a time, and what fails does not stop the others', async () => {
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

test('what is taken back is as it was, and nothing is called where nothing changed', () => {
  const before = { id: '1', status: 'snoozed', snoozed_until: '2026-12-01T14:00:00Z', labels: ['vip'], unread: false }
  const one = { ...before, assignee: null, team: { id: '4', name: 'Ventas' } } as unknown as Conversation
  const input = { conversation_id: '1' }
  assert.deepEqual(bulkActs.resolve.back(one), {
    name: 'snooze_conversation',
    input: { ...input, until: '2026-12-01T14:00:00Z' },
  })
  assert.deepEqual(bulkActs.assign({ id: '7', name: 'Ana', email: '' }).back(one), {
    name: 'unassign_conversation',
    input,
  })
  assert.deepEqual(bulkActs.team(null).back(one), { name: 'set_conversation_team', input: { ...input, team: '4' } })
  assert.equal(bulkActs.tag('vip').back(one), undefined)
  assert.deepEqual(bulkActs.tag('venta').back(one)?.name, 'untag_conversation')
  assert.equal(bulkActs.read.back(one), undefined)
})
