import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StageVisit } from '#contract/records/crm.ts'
import { daysByStage } from './stage-time.ts'

const author = { type: 'system', id: null, name: 'Hilo' } as const
const visit = (id: string | null, entered_at: string, left_at: string | null, merged = false): StageVisit => ({
  pipeline: { id: '1', name: 'Ventas' },
  stage: { id, name: id ?? 'Gone', type: 'open' },
  entered_at,
  left_at,
  author,
  merged,
})

test('Days in a stage are summed over its visits, including the current one', () => {
  const days = daysByStage(
    [
      visit('1', '2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z'),
      visit('2', '2026-01-03T00:00:00Z', '2026-01-04T12:00:00Z'),
      visit('1', '2026-01-04T12:00:00Z', null),
      visit(null, '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
      visit('2', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z', true),
    ],
    Date.parse('2026-01-06T12:00:00Z'),
  )
  assert.deepEqual(
    [...days],
    [
      ['1', 4],
      ['2', 1],
    ],
  )
})
