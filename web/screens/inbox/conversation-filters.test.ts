import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSearch, stringifySearch } from '#web/app/search-params.ts'
import { readCondition, writeCondition } from '#web/features/conditions/condition-param.ts'
import { clearFilters, isFiltered, readConversationFilters } from './conversation-filters.ts'
import { isCurrent } from '#web/screens/inbox/folders/current-folder.ts'
import { filterQuery } from '#web/screens/inbox/list/folder-query.ts'

test('Invalid URL parameters are dropped', () => {
  const typed = { folder: 'spam' as 'mine', label: 'vip', status: 'late' as 'open', created_from: 'hoy', where: ['x'] }
  assert.deepEqual(readConversationFilters(typed), { label: ['vip'] })
  assert.equal(isFiltered(readConversationFilters({ folder: 'mine', sort: 'created_at', q: 'ana' })), false)
  assert.deepEqual(clearFilters({ folder: 'mine', label: ['vip'], q: 'ana' }), { folder: 'mine' })
})

test('A condition survives being written to the URL and read back', () => {
  const condition = { field: 'city', operator: 'equal_to' as const, values: ['Bogotá, D. C.', '100%', true] }
  assert.deepEqual(readCondition(writeCondition(condition)), condition)
  const where = [writeCondition(condition), 'snoozed_until:is_present']
  assert.deepEqual(readConversationFilters(parseSearch(stringifySearch({ where }))), { where })
  assert.deepEqual(readCondition('contact.custom_attributes.plan:contains:a:b')?.values, ['a:b'])
})

test('Filters are combined with the folder; a filter of the same kind replaces the folder’s own', () => {
  assert.deepEqual(filterQuery({}, '7'), {})
  assert.deepEqual(filterQuery({ folder: 'mine', priority: 'urgent' }, '7'), { assignee: '7', priority: 'urgent' })
  assert.deepEqual(filterQuery({ folder: 'unassigned', assignee: 'me' }, '7'), { assignee: '7' })
  assert.deepEqual(filterQuery({ folder: 'pending', status: 'all' }, '7'), { status: 'all' })
  assert.deepEqual(filterQuery({ view: '3', unread: 'yes' }, '7'), { view_id: '3', unread_only: true })
  assert.deepEqual(filterQuery({ folder: 'waiting', channel: 'whatsapp', team: 'none' }, '7'), {
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

test('A search covers all folders, within the filters', () => {
  const { filter, ...others } = filterQuery({ folder: 'mine', q: '300 123-45 67', inbox: '2' }, '7')
  assert.deepEqual(others, { status: 'all', inbox: '2' })
  const searched = filter!.any.map(({ all: [first] }) => `${first!.field} ${first!.values![0]}`)
  assert.deepEqual(searched.slice(0, 3), ['name 300 123-45 67', 'email 300 123-45 67', 'phone_number 3001234567'])
})

test('A folder stays the current one while the list is filtered', () => {
  assert.ok(isCurrent({}, {}))
  assert.ok(isCurrent({ folder: 'mine', label: ['vip'] }, { folder: 'mine' }))
  assert.ok(isCurrent({ label: ['vip'] }, { label: ['vip'] }))
  assert.ok(isCurrent({ label: ['vip'], inbox: '2' }, {}))
  assert.ok(!isCurrent({ label: ['vip'] }, {}))
  assert.ok(!isCurrent({ q: 'ana' }, {}))
})
