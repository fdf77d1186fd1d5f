import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from '#web/address.ts'
import { cleared, isFiltered, readCondition, readConversationFilters, writeCondition } from './conversation-filters.ts'
import { isHere } from './folders/is-here.ts'
import { asInput } from './list/asking.ts'

test('an address anyone may have typed gives filters that make sense', () => {
  const typed = { folder: 'spam' as 'mine', label: 'vip', status: 'late' as 'open', created_from: 'hoy', where: ['x'] }
  assert.deepEqual(readConversationFilters(typed), { label: ['vip'] })
  assert.equal(isFiltered(readConversationFilters({ folder: 'mine', sort: 'created_at', q: 'ana' })), false)
  assert.deepEqual(cleared({ folder: 'mine', label: ['vip'], q: 'ana' }), { folder: 'mine' })
})

test('a condition comes back from the address as it went in', () => {
  const condition = { field: 'city', operator: 'equal_to' as const, values: ['Bogotá, D. C.', '100%', true] }
  assert.deepEqual(readCondition(writeCondition(condition)), condition)
  const where = [writeCondition(condition), 'snoozed_until:is_present']
  assert.deepEqual(readConversationFilters(parseSearch(stringifySearch({ where }))), { where })
  assert.deepEqual(readCondition('contact.custom_attributes.plan:contains:a:b')?.values, ['a:b'])
})

test('a folder and its filters are asked for together; a filter of the same kind stands in its place', () => {
  assert.deepEqual(asInput({}, '7'), {})
  assert.deepEqual(asInput({ folder: 'mine', priority: 'urgent' }, '7'), { assignee: '7', priority: 'urgent' })
  assert.deepEqual(asInput({ folder: 'unassigned', assignee: 'me' }, '7'), { assignee: '7' })
  assert.deepEqual(asInput({ folder: 'pending', status: 'all' }, '7'), { status: 'all' })
  assert.deepEqual(asInput({ view: '3', unread: 'yes' }, '7'), { view_id: '3', unread_only: true })
  assert.deepEqual(asInput({ folder: 'waiting', channel: 'whatsapp', team: 'none' }, '7'), {
    status: 'all',
    filter: {
      any: [
        {
          all: [
            { field: 'waiting_since', operator: 'is_present', values: [] },
            { field: 'channel', operator: 'equal_to', values: ['whatsapp'] },
            { field: 'team_id', operator: 'is_not_present', values: [] },
          ],
        },
      ],
    },
  })
})

test('who searches looks everywhere, within the filters', () => {
  const { filter, ...others } = asInput({ folder: 'mine', q: '300 123-45 67', inbox: '2' }, '7')
  assert.deepEqual(others, { status: 'all', inbox: '2' })
  const asked = filter!.any.map(({ all: [first] }) => `${first!.field} ${first!.values![0]}`)
  assert.deepEqual(asked.slice(0, 3), ['name 300 123-45 67', 'email 300 123-45 67', 'phone_number 3001234567'])
})

test('a folder is where one looks also while the list is narrowed', () => {
  assert.ok(isHere({}, {}))
  assert.ok(isHere({ folder: 'mine', label: ['vip'] }, { folder: 'mine' }))
  assert.ok(isHere({ label: ['vip'] }, { label: ['vip'] }))
  assert.ok(isHere({ label: ['vip'], inbox: '2' }, {}))
  assert.ok(!isHere({ label: ['vip'] }, {}))
  assert.ok(!isHere({ q: 'ana' }, {}))
})
