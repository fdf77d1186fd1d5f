import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { until } from '#test/wait.ts'
import { patchRecords, holdsAny, patchValue, replaceRecord } from './records.ts'
import { isAffectedBy, mergeFirstPage } from './refreshing.ts'

const one = { id: '1', url: '/app/1/leads/1', title: 'Casa', updated_at: '2026-11-16T10:00:00Z' }
const answer = { pages: [{ items: [one, { ...one, id: '2', url: '/app/1/leads/2' }] }], other: { id: '1' } }
const byUrl = (...records: { url: string }[]) => new Map(records.map((record) => [record.url, record]))

test('A changed record is updated everywhere, in the fields an answer has', () => {
  const next = patchValue(answer, byUrl({ ...one, title: 'Finca', secret: 'x' } as typeof one))
  assert.deepEqual(next.pages[0]!.items[0], { ...one, title: 'Finca' })
  assert.equal(next.pages[0]!.items[1], answer.pages[0]!.items[1], 'others are the very same')
})

test('An answer without the record stays the same object', () => {
  assert.equal(patchValue(answer, byUrl({ url: '/app/1/contacts/1' })), answer)
  assert.equal(patchValue(answer, byUrl(one)), answer)
})

test('An answer holds a record if one of its fields would change', () => {
  assert.ok(holdsAny(answer, [{ ...one, title: 'Finca' } as typeof one]))
  assert.ok(!holdsAny(answer, [one]))
  assert.ok(!holdsAny(undefined, [one]))
})

test('Patching a record does not make an answer look fresher than it is', () => {
  const client = new QueryClient()
  const [shown, other] = [
    ['1', 'crm_list_leads', {}],
    ['1', 'list_automation_rules', {}],
  ]
  client.setQueryData(shown!, answer, { updatedAt: 1 })
  client.setQueryData(other!, { items: [] }, { updatedAt: 1 })
  void client.invalidateQueries({ queryKey: ['1'] })
  patchRecords(client, '1', [{ ...one, title: 'Finca' } as typeof one])
  assert.equal(client.getQueryData<typeof answer>(shown!)?.pages[0]?.items[0]?.title, 'Finca')
  for (const key of [shown!, other!]) {
    assert.equal(client.getQueryState(key)?.isInvalidated, true)
    assert.equal(client.getQueryState(key)?.dataUpdatedAt, 1)
  }
})

test('A read in flight during a change does not bring back the record as it was', async () => {
  const client = new QueryClient()
  const changed = { ...one, title: 'Finca', updated_at: '2026-11-16T11:00:00Z' }
  const answers = [one, changed]
  const titles: (string | undefined)[] = []
  const queryKey = ['1', 'get_lead', {}]
  client.setQueryData(queryKey, one)
  const queryFn = async () => {
    const read = answers.shift()!
    await Promise.resolve()
    return read
  }
  const observer = new QueryObserver<typeof one>(client, { queryKey, queryFn })
  observer.subscribe(({ data }) => titles.push(data?.title))
  replaceRecord(client, '1', changed)
  await until(() => client.isFetching() === 0, 'both reads to end')
  assert.deepEqual(answers, [], 'it was read again')
  assert.ok(!titles.slice(titles.indexOf('Finca')).includes('Casa'), titles.join())
  observer.destroy()
})

test('An older record changes nothing', () => {
  const older = { ...one, title: 'Antes', updated_at: '2026-11-16T09:00:00Z' }
  assert.equal(patchValue(answer, byUrl(older)), answer)
})

test('An event invalidates reads about its records, but not about others', () => {
  const event = { name: 'message.received', payload: { message: { id: '7' }, conversation: { id: '5' } } }
  assert.ok(isAffectedBy(event, ['1', 'list_conversations', {}]))
  assert.ok(isAffectedBy(event, ['1', 'get_conversation_messages', { conversation_id: '5' }]))
  assert.ok(!isAffectedBy(event, ['1', 'get_conversation_messages', { conversation_id: '6' }]))
  assert.ok(!isAffectedBy(event, ['1', 'crm_list_leads', {}]))
  assert.ok(!isAffectedBy(event, ['1', 'get_conversations_report', {}]), 'reports are not refreshed by events')
  const won = { name: 'opportunity.won', payload: { opportunity: { id: '3' }, changes: {} } }
  assert.ok(isAffectedBy(won, ['1', 'crm_list_opportunities', {}]))
  assert.ok(isAffectedBy(won, ['1', 'get_board_totals', {}]))
  assert.ok(!isAffectedBy(won, ['1', 'list_conversations', {}]))
  assert.ok(!isAffectedBy(won, ['session']))
})

test('A record of one contact does not invalidate reads of another, unless its contact changed', () => {
  const event = (id: string, changes?: object) => ({
    name: 'lead.updated',
    payload: { lead: { id: '3', contact: { id } }, ...(changes && { changes }) },
  })
  assert.ok(isAffectedBy(event('7'), ['1', 'get_contact_timeline', { contact_id: '7' }]))
  assert.ok(!isAffectedBy(event('8'), ['1', 'get_contact_timeline', { contact_id: '7' }]))
  assert.ok(isAffectedBy(event('8', { contact: {} }), ['1', 'crm_list_leads', { contact_id: '7' }]))
})

test('A list scrolled far refreshes its beginning and keeps the rest', () => {
  const page = (ids: string, next_cursor: string | null) => ({
    items: ids.split('').map((id) => ({ id })),
    next_cursor,
  })
  const ids = (pages: ReturnType<typeof mergeFirstPage>) => pages.map(({ items }) => items.map(({ id }) => id).join(''))
  // z is new and e has come up from the second page; what they push out of the first stays.
  assert.deepEqual(ids(mergeFirstPage(page('eza', 'n'), [page('abcd', 'x'), page('efg', 'y')])), ['ezabcd', 'fg'])
  assert.deepEqual(ids(mergeFirstPage(page('acd', 'n'), [page('abcd', 'x'), page('efg', 'y')])), ['acd', 'efg'])
})
