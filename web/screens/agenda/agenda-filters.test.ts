import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asInput, readAgendaFilters, type AgendaFilters } from './agenda-filters.ts'

test('what makes no sense in an address is left out', () => {
  const typed = { view: 'year', day: '2026-13-45', person: 'x', type: 'party', state: 'maybe', tab: 'y', vehicle: '' }
  assert.deepEqual(readAgendaFilters(typed as unknown as AgendaFilters), {})
  const good: AgendaFilters = { view: 'month', day: '2026-02-28', person: 'all', type: 'call', state: 'done' }
  assert.deepEqual(readAgendaFilters(good), good)
})

test('without a person it is one’s own agenda', () => {
  assert.deepEqual(asInput({}, '7'), { owner: '7' })
  assert.deepEqual(asInput({ person: '9', type: 'task' }, '7'), { owner: '9', type: 'task' })
  assert.deepEqual(asInput({ person: 'all' }, '7'), {})
})
