import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
type Act = typeof act
const make = (by: Act) =>
  by('create_custom_attribute', {
    display_name: 'Plan',
    key: 'plan',
    model: 'contact_attribute',
    type: 'list',
    values: ['Oro'],
  })

test('A definition can be read', async () => {
  const { id } = await make(act)
  const { items } = await act('list_custom_attributes', {})
  assert.deepEqual(await act('get_custom_attribute', { custom_attribute_id: id }), items[0])
})

test('A definition of another workspace is not found', async () => {
  const theirs = await make((await addAccount()).act)
  for (const custom_attribute_id of [theirs.id, '999999']) {
    const problem = await refusal(act('get_custom_attribute', { custom_attribute_id }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['not_found', 'custom_attribute_id'])
  }
})

test('Reading a custom attribute requires permission to read settings', async () => {
  const problem = await refusal(
    act('get_custom_attribute', { custom_attribute_id: '1' }, { as: only('contacts:read') }),
  )
  assert.equal(problem.code, 'permission_denied')
})
