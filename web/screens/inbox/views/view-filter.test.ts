import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toViewFilter, hasUnsavable } from './view-filter.ts'

const describe = (filter: ReturnType<typeof toViewFilter>) =>
  filter?.any.map(({ all }) => all.map(({ field, operator, values }) => [field, operator, ...values].join(' ')))

test('Folder and filters become the conditions of a view', () => {
  assert.deepEqual(describe(toViewFilter({ folder: 'mine', label: ['vip', 'venta'] }, '7')), [
    ['status equal_to open', 'assignee_id equal_to 7', 'labels equal_to vip', 'labels equal_to venta'],
  ])
  assert.deepEqual(
    describe(toViewFilter({ folder: 'unassigned', assignee: 'me', status: 'all', unread: 'yes' }, '7')),
    [['assignee_id equal_to 7', 'unread equal_to true']],
  )
})

test('The last day of a period is included', () => {
  assert.deepEqual(
    describe(toViewFilter({ folder: 'waiting', created_from: '2026-11-01', created_to: '2026-11-30' }, '7')),
    [['waiting_since is_present', 'created_at is_greater_than 2026-11-01', 'created_at is_less_than 2026-12-01']],
  )
})

test('Filters are added to each alternative of a view', () => {
  const is = (field: string, value: string) => ({ field, operator: 'equal_to' as const, values: [value] })
  const view = { filter: { any: [{ all: [is('priority', 'urgent')] }, { all: [is('labels', 'vip')] }] } }
  assert.deepEqual(describe(toViewFilter({ view: '1', inbox: '2' }, '7', view)), [
    ['priority equal_to urgent', 'inbox_id equal_to 2'],
    ['labels equal_to vip', 'inbox_id equal_to 2'],
  ])
})

test('A view needs a condition, and some filters cannot be saved in one', () => {
  assert.equal(toViewFilter({ status: 'all' }, '7'), undefined)
  assert.ok(hasUnsavable({ text: 'garantía' }))
  assert.ok(hasUnsavable({ folder: 'following' }))
  assert.ok(!hasUnsavable({ folder: 'mine', label: ['vip'] }))
})
