import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, talk, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés')
const [one, two] = [await talk(), await talk()]
await talk()
const resolved = await talk()
await act('assign_conversation', { conversation_id: one.id, agent: actor.id! })
await act('assign_conversation', { conversation_id: two.id, agent: ines.id! })
await act('resolve_conversation', { conversation_id: resolved.id })

test('Counts cover all, mine, assigned and unassigned conversations that match the list filters', async () => {
  const toCounts = (all: number, mine: number, assigned: number, unassigned: number) => ({
    all,
    mine,
    assigned,
    unassigned,
  })
  assert.deepEqual(await act('count_conversations', {}), toCounts(3, 1, 2, 1))
  assert.deepEqual(await act('count_conversations', { status: 'all' }), toCounts(4, 1, 2, 2))
  assert.deepEqual(await act('count_conversations', { status: 'resolved' }), toCounts(1, 0, 0, 1))
  assert.deepEqual(await act('count_conversations', { assignee: 'ines' }), toCounts(1, 0, 1, 0))
  assert.deepEqual(await act('count_conversations', { unassigned_only: true }), toCounts(1, 0, 0, 1))
  assert.deepEqual(await act('count_conversations', {}, { as: ines }), toCounts(3, 1, 2, 1))
  assert.deepEqual(await act('count_conversations', {}, { as: { ...actor, user_id: null } }), toCounts(3, 0, 2, 1))
})

test('The total matches the number of conversations listed', async () => {
  for (const filters of [{}, { status: 'all' }, { priority: 'high' }, { query: 'hola' }] as const) {
    const { items } = await act('list_conversations', { ...filters, limit: 100 })
    assert.equal((await act('count_conversations', filters)).all, items.length)
  }
})

test('A saved view is counted across all statuses unless one is given', async () => {
  const unassigned: Filter = { any: [{ all: [{ field: 'assignee_id', operator: 'is_not_present', values: [] }] }] }
  const view = { name: 'Sin dueño', resource: 'conversations', filter: unassigned } as const
  const { id: view_id } = await act('create_saved_view', view)
  assert.equal((await act('count_conversations', { view_id })).all, 2)
  assert.equal((await act('count_conversations', { view_id, status: 'resolved' })).all, 1)
  const problem = await refusal(act('count_conversations', { view_id }, { as: ines }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'view_id'])
})

test('Another workspace counts only its own, and counting requires permission to read conversations', async () => {
  const other = await addAccount()
  await other.talk()
  assert.equal((await other.act('count_conversations', { status: 'all' })).all, 1)
  const problem = await refusal(act('count_conversations', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
