import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toInput, readAgendaFilters, type AgendaFilters } from './agenda-filters.ts'

test('Invalid filters in an address are dropped', () => {
  const typed = { view: 'year', day: '2026-13-45', person: 'x', type: 'party', state: 'maybe', tab: 'y', vehicle: '' }
  assert.deepEqual(readAgendaFilters(typed as unknown as AgendaFilters), {})
  const good: AgendaFilters = { view: 'month', day: '2026-02-28', person: 'all', type: 'call', state: 'done' }
  assert.deepEqual(readAgendaFilters(good), good)
  assert.deepEqual(readAgendaFilters({ type: '12' }), { type: '12' })
})

test('Without a person the agenda shows your own activities', () => {
  assert.deepEqual(toInput({}, '7'), { owner: '7' })
  assert.deepEqual(toInput({ person: '9', type: 'task' }, '7'), { owner: '9', type: 'task' })
  assert.deepEqual(toInput({ person: 'all' }, '7'), {})
})
