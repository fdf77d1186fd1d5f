import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '#contract/records/crm.ts'
import { groupByDay, groupOf } from './group-activities.ts'

const zone = 'America/Bogota'
// Wednesday evening in Bogotá.
const now = new Date('2026-01-15T01:30:00Z')

test('Activities are grouped by their day in the workspace’s time zone', () => {
  const examples: [string, string][] = [
    ['2026-01-15T01:00:00Z', 'overdue'],
    ['2026-01-15T04:00:00Z', 'today'],
    ['2026-01-15T05:00:00Z', 'tomorrow'],
    ['2026-01-16T15:00:00Z', 'week'],
    ['2026-01-19T04:59:00Z', 'week'],
    ['2026-01-19T05:00:00Z', 'later'],
  ]
  for (const [due_at, group] of examples) assert.equal(groupOf(due_at, now, zone), group, due_at)
})

test('Activities of a day are sorted by time', () => {
  const at = (due_at: string | null) => ({ due_at }) as Activity
  const days = groupByDay(
    [at('2026-01-16T20:00:00Z'), at('2026-01-16T15:00:00Z'), at(null), at('2026-01-17T04:00:00Z')],
    zone,
  )
  assert.deepEqual([...days.keys()], ['2026-01-16'])
  assert.deepEqual(
    days.get('2026-01-16')!.map(({ due_at }) => due_at!.slice(11, 13)),
    ['15', '20', '04'],
  )
})
