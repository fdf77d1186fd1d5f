import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('All attributes are listed, contacts first, by name, for this workspace only', async () => {
  assert.deepEqual(await act('list_custom_attributes', {}), { items: [], next_cursor: null })
  const other = await addAccount()
  await other.act('create_custom_attribute', { display_name: 'Ajeno', key: 'ajeno', model: 'contact_attribute' })
  const made = []
  for (const [display_name, model] of [
    ['Canal', 'conversation_attribute'],
    ['plan', 'contact_attribute'],
    ['Zona', 'contact_attribute'],
  ] as const)
    made.push(await act('create_custom_attribute', { display_name, key: display_name.toLowerCase(), model }))
  const [channel, plan, zone] = made
  assert.deepEqual((await act('list_custom_attributes', {})).items, [plan, zone, channel])
})

test('Listing custom attributes takes no parameters and requires permission to read the workspace', async () => {
  assert.equal((await refusal(act('list_custom_attributes', { limit: 5 } as never))).code, 'invalid_request')
  const problem = await refusal(act('list_custom_attributes', {}, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
