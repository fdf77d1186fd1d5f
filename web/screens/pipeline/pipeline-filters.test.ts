import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, readPipelineFilters, unfiltered } from './pipeline-filters.ts'

test('Invalid filters in an address are dropped', () => {
  const typed = { pipeline_id: '7; drop', kind: 'deals' as 'leads', owner: 'me', q: '  ', min: '-1', from: 'ayer' }
  assert.deepEqual(readPipelineFilters(typed), {})
  const fine = { pipeline_id: '7', kind: 'leads', owner: 'none', label: 'vip', min: '1000.50', view: 'list' } as const
  assert.deepEqual(readPipelineFilters(fine), { ...fine, label: ['vip'] })
  assert.deepEqual(readPipelineFilters({ view: 'board' }), {}, 'the board is what one sees anyway')
})

test('The pipeline and view are not filters and stay when filters are cleared', () => {
  const here = { pipeline_id: '7', kind: 'leads', view: 'list', closed: 'yes' } as const
  assert.equal(isFiltered(here), false)
  assert.equal(isFiltered({ ...here, saved: '3' }), true)
  assert.deepEqual(unfiltered({ ...here, q: 'ana', label: ['vip'] }), here)
})
