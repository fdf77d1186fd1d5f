import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, only } = await openWorkspace()
const make = (key: string, model: Input<'create_custom_attribute'>['model'] = 'contact_attribute') =>
  act('create_custom_attribute', { display_name: key, key, model })
const [plan, zone] = [await make('plan'), await make('zona')]
const step = await make('paso', 'conversation_attribute')

test('Attributes keep the given order within their model, and new ones come last', async () => {
  assert.deepEqual((await act('list_custom_attributes', {})).items, [plan, zone, step])
  const { items } = await act('reorder_custom_attributes', { ids: [step.id, zone.id, plan.id] })
  assert.deepEqual(items, [zone, plan, step])
  const fresh = await make('edad')
  assert.deepEqual((await act('list_custom_attributes', {})).items, [zone, plan, fresh, step])
})

test('Reordering custom attributes requires permission to change the workspace', async () => {
  const denied = act('reorder_custom_attributes', { ids: [] }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
