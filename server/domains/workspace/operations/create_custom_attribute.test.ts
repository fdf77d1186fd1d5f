import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { type Input, openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const make = (fields: Partial<Input<'create_custom_attribute'>>) =>
  act('create_custom_attribute', { display_name: 'Póliza', key: 'policy', model: 'contact_attribute', ...fields })

test('An attribute is created with name, key, type and description; text is the default', async () => {
  const made = await make({ display_name: ' Póliza ', description: ' Número ' })
  assert.deepEqual([made.display_name, made.key, made.model], ['Póliza', 'policy', 'contact_attribute'])
  assert.deepEqual([made.type, made.description, made.values], ['text', 'Número', []])
})

test('A list needs choices, and only a list has them', async () => {
  const made = await make({ key: 'plan', type: 'list', values: ['Oro', ' Plata ', 'Oro', ''] })
  assert.deepEqual(made.values, ['Oro', 'Plata'])
  for (const values of [undefined, [], ['  ']]) {
    const problem = await refusal(make({ key: 'tipo', type: 'list', values }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['missing_field', 'values'])
  }
  const problem = await refusal(make({ key: 'tipo', type: 'number', values: ['1'] }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'values'])
})

test('A key is unique per model', async () => {
  await make({ key: 'origin' })
  const problem = await refusal(make({ key: 'origin', display_name: 'Otro' }))
  assert.equal(problem.code, 'duplicate_value')
  assert.equal(problem.extra.errors?.[0]?.field, 'key')
  assert.equal((await make({ key: 'origin', model: 'conversation_attribute' })).key, 'origin')
  const other = await addAccount()
  const elsewhere = { display_name: 'Suyo', key: 'origin', model: 'contact_attribute' } as const
  assert.equal((await other.act('create_custom_attribute', elsewhere)).key, 'origin')
})

test('A key with invalid characters or the name of a built-in field is rejected', async () => {
  for (const key of [
    'Plan',
    '1plan',
    '_plan',
    'mi plan',
    'año',
    'a-b',
    'a'.repeat(51),
    '',
    'email',
    'labels',
    'blocked',
  ]) {
    const problem = await refusal(make({ key }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'key'], key)
  }
  assert.equal((await refusal(make({ key: 'priority', model: 'conversation_attribute' }))).code, 'invalid_value')
  assert.equal((await make({ key: 'priority' })).key, 'priority')
  assert.equal((await make({ key: 'a'.repeat(50) })).key.length, 50)
})

test('An empty name is rejected, and it requires permission to change the workspace', async () => {
  assert.equal((await refusal(make({ key: 'sin_nombre', display_name: ' ' }))).code, 'missing_field')
  const input = { display_name: 'No', key: 'no', model: 'contact_attribute' } as const
  const problem = await refusal(act('create_custom_attribute', input, { as: only('workspace:read') }))
  assert.equal(problem.code, 'permission_denied')
})
