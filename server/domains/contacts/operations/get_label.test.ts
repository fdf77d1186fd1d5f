import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
type Act = typeof act
const make = (by: Act) => by('create_label', { title: 'Vip', color: '#ff0000' })

test('A label can be read', async () => {
  const { id } = await make(act)
  const { items } = await act('list_labels', {})
  assert.deepEqual(await act('get_label', { label_id: id }), items[0])
})

test('A label of another workspace is not found', async () => {
  const theirs = await make((await addAccount()).act)
  for (const label_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_label', { label_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'label_id'])
  }
})

test('Reading a label requires permission to read contacts', async () => {
  const problem = await refusal(act('get_label', { label_id: '1' }, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
