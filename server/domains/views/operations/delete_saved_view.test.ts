import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés')
const filter: Filter = { any: [{ all: [{ field: 'city', operator: 'equal_to', values: ['Cali'] }] }] }
const input = { name: 'De Cali', resource: 'contacts', filter } as const

test('Users can delete their own views', async () => {
  const { id } = await act('create_saved_view', input, { as: ines })
  assert.deepEqual(await act('delete_saved_view', { saved_view_id: id }, { as: ines }), { id, deleted: true })
  assert.deepEqual((await act('list_saved_views', {}, { as: ines })).items, [])
})

test('A shared view can be deleted by anyone who may change the workspace', async () => {
  const { id: saved_view_id } = await act('create_saved_view', { ...input, visibility: 'shared' })
  const denied = await refusal(act('delete_saved_view', { saved_view_id }, { as: ines }))
  assert.equal(denied.code, 'permission_denied')
  await act('delete_saved_view', { saved_view_id }, { as: await addAgent('Berta', { role: 'administrator' }) })
  assert.equal((await refusal(act('get_saved_view', { saved_view_id }))).code, 'not_found')
})

test('Private views of others, views of another workspace and deleted ones are not found', async () => {
  const own = await act('create_saved_view', input, { as: ines })
  const other = await addAccount()
  const theirs = await other.act('create_saved_view', { ...input, visibility: 'shared' })
  const gone = await act('create_saved_view', input)
  await act('delete_saved_view', { saved_view_id: gone.id })
  for (const saved_view_id of [own.id, theirs.id, gone.id])
    assert.equal((await refusal(act('delete_saved_view', { saved_view_id }))).code, 'not_found')
  assert.equal((await act('list_saved_views', {}, { as: ines })).items.length, 1)
})

test('Deleting a view requires permission to change conversations', async () => {
  const denied = act('delete_saved_view', { saved_view_id: '1' }, { as: only('conversations:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
