import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const plan = await act('create_custom_attribute', {
  display_name: 'Plan',
  key: 'plan',
  model: 'contact_attribute',
  type: 'list',
  description: 'Lo que paga',
  values: ['Oro', 'Plata'],
})
const custom_attribute_id = plan.id
const fieldOf = async (call: Promise<unknown>) => {
  const { code, extra } = await refusal(call)
  return [code, extra.errors?.[0]?.field]
}

test('Name, description and choices can each change alone', async () => {
  const now = new Date(Date.now() + 60_000)
  const updated_at = now.toISOString()
  const named = await act('update_custom_attribute', { custom_attribute_id, display_name: ' Tarifa ' }, { now })
  assert.deepEqual(named, { ...plan, display_name: 'Tarifa', updated_at })
  const plain = await act('update_custom_attribute', { custom_attribute_id, description: null }, { now })
  assert.deepEqual(plain, { ...named, description: null })
  const values = ['Oro', ' Bronce ', 'Oro']
  const chosen = await act('update_custom_attribute', { custom_attribute_id, values }, { now })
  assert.deepEqual(chosen, { ...plain, values: ['Oro', 'Bronce'] })
  assert.deepEqual((await act('list_custom_attributes', {})).items, [chosen])
})

test('Sending the current values changes nothing', async () => {
  const [before] = (await act('list_custom_attributes', {})).items
  const { id: _, created_at: __, updated_at: ___, ...whole } = before!
  const now = new Date(Date.now() + 120_000)
  assert.deepEqual(await act('update_custom_attribute', { custom_attribute_id, ...whole }, { now }), before)
  assert.deepEqual(await act('update_custom_attribute', { custom_attribute_id }, { now }), before)
})

test('Key, type and model cannot change, and the error explains why', async () => {
  for (const [change, field, why] of [
    [{ key: 'tarifa' }, 'key', /records store their values under it/],
    [{ type: 'text' }, 'type', /might not fit/],
    [{ model: 'conversation_attribute' }, 'model', /Create another attribute/],
  ] as const) {
    const problem = await refusal(act('update_custom_attribute', { custom_attribute_id, ...change }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', field])
    assert.match(problem.message, why)
  }
})

test('Records keep a removed choice; only new values must match', async () => {
  const [attribute] = (await act('list_custom_attributes', {})).items
  const contact = await act('create_contact', {
    name: 'Ana',
    email: 'ana@example.com',
    custom_attributes: { plan: 'bronce' },
  })
  await act('update_custom_attribute', { custom_attribute_id, values: ['Oro'] })
  const renamed = await act('update_contact', { contact_id: contact.id, name: 'Ana María' })
  assert.deepEqual(renamed.custom_attributes, { plan: 'Bronce' })
  const again = act('update_contact', { contact_id: contact.id, custom_attributes: { plan: 'Bronce' } })
  assert.deepEqual(await fieldOf(again), ['invalid_value', 'custom_attributes/plan'])
  await act('update_custom_attribute', { custom_attribute_id, values: attribute!.values })
})

test('A list keeps at least one choice, other types have none, and the name cannot be empty', async () => {
  const change = (id: string, fields: object) => act('update_custom_attribute', { custom_attribute_id: id, ...fields })
  assert.deepEqual(await fieldOf(change(plan.id, { values: [] })), ['missing_field', 'values'])
  assert.deepEqual(await fieldOf(change(plan.id, { display_name: ' ' })), ['missing_field', 'display_name'])
  const text = await act('create_custom_attribute', { display_name: 'T', key: 't', model: 'contact_attribute' })
  assert.deepEqual(await fieldOf(change(text.id, { values: ['x'] })), ['invalid_value', 'values'])
})

test('Concurrent changes to different fields are all kept', async () => {
  for (let i = 0; i < 5; i++) {
    await Promise.all([
      act('update_custom_attribute', { custom_attribute_id, display_name: `A la vez ${i}` }),
      act('update_custom_attribute', { custom_attribute_id, description: `Para ${i}` }),
      act('update_custom_attribute', { custom_attribute_id, values: ['Oro', `Plan ${i}`] }),
    ])
    const after = (await act('list_custom_attributes', {})).items.find(({ id }) => id === plan.id)
    assert.deepEqual(
      [after?.display_name, after?.description, after?.values],
      [`A la vez ${i}`, `Para ${i}`, ['Oro', `Plan ${i}`]],
    )
  }
})

test('An attribute of another workspace is not found, and it requires permission to change the workspace', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_custom_attribute', { display_name: 'S', key: 's', model: 'contact_attribute' })
  for (const id of [theirs.id, '999999']) {
    const call = act('update_custom_attribute', { custom_attribute_id: id, display_name: 'Robado' })
    assert.deepEqual(await fieldOf(call), ['not_found', 'custom_attribute_id'])
  }
  const denied = act('update_custom_attribute', { custom_attribute_id }, { as: only('workspace:read') })
  assert.equal((await refusal(denied)).code, 'permission_denied')
})
