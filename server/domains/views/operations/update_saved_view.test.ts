import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, only, addAgent } = await openInbox()
const ines = await addAgent('Inés')
const admin = await addAgent('Berta', { role: 'administrator' })
const token = { ...actor, id: null, user_id: null }
const by = (field: string, ...values: string[]): Filter => ({
  any: [{ all: [{ field, operator: 'equal_to', values }] }],
})
const input = { name: 'Urgentes', resource: 'conversations', filter: by('priority', 'urgent') } as const

test('Only the given fields change', async () => {
  const before = await act('create_saved_view', { ...input, sort: '-priority' }, { as: ines })
  const now = new Date(Date.now() + 60_000)
  const change = { name: ' Altas ', filter: by('priority', 'high') }
  const after = await act('update_saved_view', { saved_view_id: before.id, ...change }, { as: ines, now })
  assert.deepEqual(after, { ...before, ...change, name: 'Altas', updated_at: now.toISOString() })
  const plain = await act('update_saved_view', { saved_view_id: before.id, sort: null }, { as: ines, now })
  assert.deepEqual(plain, { ...after, sort: null })
})

test('An update without changes has no effect', async () => {
  const before = await act('create_saved_view', input, { as: ines })
  const { id: saved_view_id, name, filter, sort, visibility } = before
  const now = new Date(Date.now() + 60_000)
  const same = { saved_view_id, name, filter, sort, visibility }
  assert.deepEqual(await act('update_saved_view', same, { as: ines, now }), before)
})

test('A shared view requires permission to change the workspace, before or after', async () => {
  const shared = await act('create_saved_view', { ...input, visibility: 'shared' })
  const own = await act('create_saved_view', input, { as: ines })
  for (const change of [
    { saved_view_id: shared.id, name: 'Mía' },
    { saved_view_id: shared.id, visibility: 'private' as const },
    { saved_view_id: own.id, visibility: 'shared' as const },
  ])
    assert.equal((await refusal(act('update_saved_view', change, { as: ines }))).code, 'permission_denied')
  assert.equal((await act('update_saved_view', { saved_view_id: shared.id, name: 'Otra' }, { as: admin })).name, 'Otra')
})

test('A shared view keeps its owner; making one private makes the caller its owner', async () => {
  const { id: saved_view_id } = await act('create_saved_view', input)
  const shared = await act('update_saved_view', { saved_view_id, visibility: 'shared' })
  assert.equal(shared.owner?.id, actor.user_id)
  const taken = await act('update_saved_view', { saved_view_id, visibility: 'private' }, { as: admin })
  assert.equal(taken.owner?.id, admin.user_id)
  assert.equal((await refusal(act('get_saved_view', { saved_view_id }))).code, 'not_found')
})

test('A credential without a user cannot make a view private', async () => {
  const { id: saved_view_id } = await act('create_saved_view', { ...input, visibility: 'shared' }, { as: token })
  assert.equal((await act('update_saved_view', { saved_view_id, name: 'Otra' }, { as: token })).owner, null)
  const problem = await refusal(act('update_saved_view', { saved_view_id, visibility: 'private' }, { as: token }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'visibility'])
})

test('A private view of another user is not found, even for administrators', async () => {
  const own = await act('create_saved_view', input, { as: ines })
  for (const as of [actor, admin, token]) {
    const problem = await refusal(act('update_saved_view', { saved_view_id: own.id, name: 'Robada' }, { as }))
    assert.equal(problem.code, 'not_found')
  }
})

test('An unsuitable filter or sort, an empty name and another list are rejected', async () => {
  const { id: saved_view_id } = await act('create_saved_view', input)
  for (const [change, code, field] of [
    [{ filter: by('bio', 'x') }, 'invalid_value', 'filter/any/0/all/0/field'],
    [{ sort: 'city' }, 'invalid_value', 'sort'],
    [{ name: ' ' }, 'missing_field', 'name'],
    [{ resource: 'contacts' }, 'invalid_request', 'resource'],
  ] as const) {
    const problem = await refusal(act('update_saved_view', { saved_view_id, ...change } as never))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, field])
  }
})

test('Concurrent changes to different fields are all kept', async () => {
  const { id: saved_view_id } = await act('create_saved_view', input)
  for (let i = 0; i < 5; i++) {
    await Promise.all([
      act('update_saved_view', { saved_view_id, name: `Vista ${i}` }),
      act('update_saved_view', { saved_view_id, filter: by('priority', `${i}`) }),
    ])
    const after = await act('get_saved_view', { saved_view_id })
    assert.deepEqual([after.name, after.filter], [`Vista ${i}`, by('priority', `${i}`)])
  }
})

test('Changing a view requires permission to change conversations', async () => {
  const denied = act('update_saved_view', { saved_view_id: '1' }, { as: only('conversations:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
