import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const make = (key: string) =>
  act('create_custom_attribute', { display_name: key, key, model: 'contact_attribute', type: 'number' })

test('The definition is deleted, records keep their values, and its key accepts anything', async () => {
  const { id } = await make('edad')
  const contact = await act('create_contact', {
    name: 'Ana',
    email: 'ana@example.com',
    custom_attributes: { edad: '41' },
  })
  assert.deepEqual(await act('delete_custom_attribute', { custom_attribute_id: id }), { id, deleted: true })
  assert.deepEqual((await act('list_custom_attributes', {})).items, [])
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).custom_attributes, { edad: 41 })
  const change = { contact_id: contact.id, custom_attributes: { edad: 'cuarenta' } }
  assert.deepEqual((await act('update_contact', change)).custom_attributes, { edad: 'cuarenta' })
})

test('The key can be used again, with another type', async () => {
  const { id } = await make('otra_vez')
  await act('delete_custom_attribute', { custom_attribute_id: id })
  assert.notEqual((await make('otra_vez')).id, id)
})

test('The audit log records the deletion', async () => {
  const { id: custom_attribute_id } = await make('auditada')
  await act('delete_custom_attribute', { custom_attribute_id })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.deepEqual([entry?.action, entry?.details], ['delete_custom_attribute', { custom_attribute_id }])
})

test('A deleted record, or one of another workspace, is not found, and it requires permission to change the workspace', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_custom_attribute', { display_name: 'S', key: 's', model: 'contact_attribute' })
  const gone = await make('ida')
  await act('delete_custom_attribute', { custom_attribute_id: gone.id })
  for (const custom_attribute_id of [gone.id, theirs.id])
    assert.equal((await refusal(act('delete_custom_attribute', { custom_attribute_id }))).code, 'not_found')
  assert.equal((await other.act('list_custom_attributes', {})).items.length, 1)
  const denied = act('delete_custom_attribute', { custom_attribute_id: '1' }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
