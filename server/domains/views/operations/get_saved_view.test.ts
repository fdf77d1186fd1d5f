import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAgent, addAccount } = await openInbox()
const ines = await addAgent('Inés')
const filter: Filter = { any: [{ all: [{ field: 'city', operator: 'equal_to', values: ['Cali'] }] }] }
const input = { name: 'De Cali', resource: 'contacts', filter } as const

test('Everyone can read shared views, and their own private ones', async () => {
  const shared = await act('create_saved_view', { ...input, visibility: 'shared' })
  const own = await act('create_saved_view', input, { as: ines })
  assert.deepEqual(await act('get_saved_view', { saved_view_id: shared.id }, { as: ines }), shared)
  assert.deepEqual(await act('get_saved_view', { saved_view_id: own.id }, { as: ines }), own)
})

test('Private views of others, views of another workspace and unknown ones are not found', async () => {
  const own = await act('create_saved_view', input, { as: ines })
  const other = await addAccount()
  const theirs = await other.act('create_saved_view', { ...input, visibility: 'shared' })
  for (const saved_view_id of [own.id, theirs.id, '999999']) {
    const problem = await refusal(act('get_saved_view', { saved_view_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no saved view with id ${saved_view_id}; see list_saved_views.`)
  }
  const nobody = act('get_saved_view', { saved_view_id: own.id }, { as: { ...actor, user_id: null } })
  assert.equal((await refusal(nobody)).code, 'not_found')
})

test('Reading a view requires permission to read the workspace', async () => {
  const denied = act('get_saved_view', { saved_view_id: '1' }, { as: only('conversations:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
