import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDay, groupOf } from './grouping.ts'
import type { Activity } from '#contract/records/crm.ts'

const zone = 'America/Bogota'
// Wednesday evening in Bogotá.
const now = new Date('2026-01-15T01:30:00Z')

test('what is to be done stands under the heading of its day in the workspace', () => {
  const known: [string, string][] = [
    ['2026-01-15T01:00:00Z', 'overdue'],
    ['2026-01-15T04:00:00Z', 'today'],
    ['2026-01-15T05:00:00Z', 'tomorrow'],
    ['2026-01-16T15:00:00Z', 'week'],
    ['2026-01-19T04:59:00Z', 'week'],
    ['2026-01-19T05:00:00Z', 'later'],
  ]
  for (const [due_at, group] of known) assert.equal(groupOf(due_at, now, zone), group, due_at)
})

test('activities of a day stand in the order of their time', () => {
  const at = (due_at: string | null) => ({ due_at }) as Activity
  const days = byDay(
    [at('2026-01-16T20:00:00Z'), at('2026-01-16T15:00:00Z'), at(null), at('2026-01-17T04:00:00Z')],
    zone,
  )
  assert.deepEqual([...days.keys()], ['2026-01-16'])
  assert.deepEqual(
    days.get('2026-01-16')!.map(({ due_at }) => due_at!.slice(11, 13)),
    ['15', '20', '04'],
  )
})
