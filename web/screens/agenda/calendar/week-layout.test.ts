import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '#contract/records/crm.ts'
import { layOutDay, visibleHours } from './week-layout.ts'

const at = (clock: string, duration_minutes: number | null = null, id = clock) =>
  ({ id, due_at: `2026-11-17T${clock}:00Z`, duration_minutes }) as Activity

test('Activities stand at their time, as long as they take', () => {
  const [call, meeting] = layOutDay([at('14:00', 90), at('09:15')], 'UTC')
  assert.deepEqual([call!.from, call!.to, call!.lanes], [555, 585, 1])
  assert.deepEqual([meeting!.from, meeting!.to], [840, 930])
  const [local] = layOutDay([at('14:00')], 'America/Bogota')
  assert.equal(local!.from, 9 * 60)
  assert.equal(layOutDay([at('23:50', 60)], 'UTC')[0]!.to, 24 * 60, 'it ends with the day')
})

test('Activities at the same time stand side by side, and later ones use the whole width again', () => {
  const blocks = layOutDay(
    [at('09:00', 60, 'a'), at('09:30', 60, 'b'), at('10:00', 30, 'c'), at('12:00', 30, 'd')],
    'UTC',
  )
  assert.deepEqual(
    blocks.map(({ activity, lane, lanes }) => [activity.id, lane, lanes]),
    [
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 2],
      ['d', 0, 1],
    ],
  )
})

test('The grid shows working hours, and more where something is planned', () => {
  assert.deepEqual(visibleHours([[]]), { first: 7, last: 20 })
  assert.deepEqual(visibleHours([layOutDay([at('05:30'), at('22:10', 45)], 'UTC')]), { first: 5, last: 23 })
})
