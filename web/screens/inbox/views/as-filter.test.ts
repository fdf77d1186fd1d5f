import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asFilter, lostIn } from './as-filter.ts'

const told = (filter: ReturnType<typeof asFilter>) =>
  filter?.any.map(({ all }) => all.map(({ field, operator, values }) => [field, operator, ...values].join(' ')))

test('what the list shows is kept as conditions', () => {
  assert.deepEqual(told(asFilter({ folder: 'mine', label: ['vip', 'venta'] }, '7')), [
    ['status equal_to open', 'assignee_id equal_to 7', 'labels equal_to vip', 'labels equal_to venta'],
  ])
  assert.deepEqual(told(asFilter({ folder: 'unassigned', assignee: 'me', status: 'all', unread: 'yes' }, '7')), [
    ['assignee_id equal_to 7', 'unread equal_to true'],
  ])
})

test('the last day of a period belongs to it', () => {
  assert.deepEqual(told(asFilter({ folder: 'waiting', created_from: '2026-11-01', created_to: '2026-11-30' }, '7')), [
    ['waiting_since is_present', 'created_at is_greater_than 2026-11-01', 'created_at is_less_than 2026-12-01'],
  ])
})

test('what is added to a view holds in each of its alternatives', () => {
  const is = (field: string, value: string) => ({ field, operator: 'equal_to' as const, values: [value] })
  const view = { filter: { any: [{ all: [is('priority', 'urgent')] }, { all: [is('labels', 'vip')] }] } }
  assert.deepEqual(told(asFilter({ view: '1', inbox: '2' }, '7', view)), [
    ['priority equal_to urgent', 'inbox_id equal_to 2'],
    ['labels equal_to vip', 'inbox_id equal_to 2'],
  ])
})

test('there may be nothing to keep, or something no view can keep', () => {
  assert.equal(asFilter({ status: 'all' }, '7'), undefined)
  assert.ok(lostIn({ said: 'garantía' }))
  assert.ok(lostIn({ folder: 'following' }))
  assert.ok(!lostIn({ folder: 'mine', label: ['vip'] }))
})
