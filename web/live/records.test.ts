import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { fileRecords, isShownIn, replace } from './records.ts'
import { concerns, joined } from './refreshing.ts'

const one = { id: '1', url: '/app/1/leads/1', title: 'Casa', updated_at: '2026-11-16T10:00:00Z' }
const answer = { pages: [{ items: [one, { ...one, id: '2', url: '/app/1/leads/2' }] }], other: { id: '1' } }
const byUrl = (...records: { url: string }[]) => new Map(records.map((record) => [record.url, record]))

test('a changed record is shown wherever it stands, in the fields that are shown', () => {
  const next = replace(answer, byUrl({ ...one, title: 'Finca', secret: 'x' } as typeof one))
  assert.deepEqual(next.pages[0]!.items[0], { ...one, title: 'Finca' })
  assert.equal(next.pages[0]!.items[1], answer.pages[0]!.items[1], 'others are the very same')
})

test('an answer without the record stays the very same', () => {
  assert.equal(replace(answer, byUrl({ url: '/app/1/contacts/1' })), answer)
  assert.equal(replace(answer, byUrl(one)), answer)
})

test('an answer shows a record where one of its fields would change', () => {
  assert.ok(isShownIn(answer, [{ ...one, title: 'Finca' } as typeof one]))
  assert.ok(!isShownIn(answer, [one]))
  assert.ok(!isShownIn(undefined, [one]))
})

test('filing a record makes no answer fresher than it is', () => {
  const client = new QueryClient()
  const [shown, other] = [
    ['1', 'crm_list_leads', {}],
    ['1', 'list_automation_rules', {}],
  ]
  client.setQueryData(shown!, answer, { updatedAt: 1 })
  client.setQueryData(other!, { items: [] }, { updatedAt: 1 })
  void client.invalidateQueries({ queryKey: ['1'] })
  fileRecords(client, '1', [{ ...one, title: 'Finca' } as typeof one])
  assert.equal(client.getQueryData<typeof answer>(shown!)?.pages[0]?.items[0]?.title, 'Finca')
  for (const key of [shown!, other!]) {
    assert.equal(client.getQueryState(key)?.isInvalidated, true)
    assert.equal(client.getQueryState(key)?.dataUpdatedAt, 1)
  }
})

test('what is older than what is shown changes nothing', () => {
  const older = { ...one, title: 'Antes', updated_at: '2026-11-16T09:00:00Z' }
  assert.equal(replace(answer, byUrl(older)), answer)
})

test('an event makes stale what speaks of its records, but not of other ones', () => {
  const said = { name: 'message.received', payload: { message: { id: '7' }, conversation: { id: '5' } } }
  assert.ok(concerns(said, ['1', 'list_conversations', {}]))
  assert.ok(concerns(said, ['1', 'get_conversation_messages', { conversation_id: '5' }]))
  assert.ok(!concerns(said, ['1', 'get_conversation_messages', { conversation_id: '6' }]))
  assert.ok(!concerns(said, ['1', 'crm_list_leads', {}]))
  assert.ok(!concerns(said, ['1', 'get_conversations_report', {}]), 'figures are asked for when somebody looks')
  const won = { name: 'opportunity.won', payload: { opportunity: { id: '3' }, changes: {} } }
  assert.ok(concerns(won, ['1', 'crm_list_opportunities', {}]))
  assert.ok(concerns(won, ['1', 'get_board_totals', {}]))
  assert.ok(!concerns(won, ['1', 'list_conversations', {}]))
  assert.ok(!concerns(won, ['session']))
})

test('what belongs to one contact makes nothing of another stale, unless it changed hands', () => {
  const said = (id: string, changes?: object) => ({
    name: 'lead.updated',
    payload: { lead: { id: '3', contact: { id } }, ...(changes && { changes }) },
  })
  assert.ok(concerns(said('7'), ['1', 'get_contact_timeline', { contact_id: '7' }]))
  assert.ok(!concerns(said('8'), ['1', 'get_contact_timeline', { contact_id: '7' }]))
  assert.ok(concerns(said('8', { contact: {} }), ['1', 'crm_list_leads', { contact_id: '7' }]))
})

test('a list scrolled far begins anew and goes on as before', () => {
  const page = (ids: string, next_cursor: string | null) => ({
    items: ids.split('').map((id) => ({ id })),
    next_cursor,
  })
  const ids = (pages: ReturnType<typeof joined>) => pages.map(({ items }) => items.map(({ id }) => id).join(''))
  // z is new and e has come up from the second page; what they push out of the first stays.
  assert.deepEqual(ids(joined(page('eza', 'n'), [page('abcd', 'x'), page('efg', 'y')])), ['ezabcd', 'fg'])
  assert.deepEqual(ids(joined(page('acd', 'n'), [page('abcd', 'x'), page('efg', 'y')])), ['acd', 'efg'])
})
