import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Filter } from '#contract/filters.ts'
import type { SavedView } from '#contract/records/automation.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'
import type { Input } from '#test/workspace.ts'

const { act, actor, only, addAgent } = await openInbox()
const agent = await addAgent('Inés')
const token = { ...actor, id: null, type: 'api_key' as const, user_id: null }
const where = (field: string, ...values: string[]): Filter => ({
  any: [{ all: [{ field, operator: 'equal_to', values }] }],
})
const urgent = { name: 'Urgentes', resource: 'conversations', filter: where('priority', 'urgent') } as const
const make = (fields: Partial<Input<'create_saved_view'>> = {}, as = actor) =>
  act('create_saved_view', { ...urgent, ...fields }, { as })

test('A view is private by default', async () => {
  const view = await make({ name: ' Urgentes ', sort: '-priority' }, agent)
  const { id: _, created_at, updated_at, ...fields } = view
  assert.equal(created_at, updated_at)
  assert.deepEqual(fields, {
    name: 'Urgentes',
    resource: 'conversations',
    visibility: 'private',
    owner: { id: agent.user_id, name: 'Inés' },
    filter: urgent.filter,
    sort: '-priority',
  })
})

test('Sharing requires permission to change the workspace', async () => {
  assert.equal((await make({ visibility: 'shared' })).visibility, 'shared')
  const problem = await refusal(make({ visibility: 'shared' }, agent))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /workspace:write/)
})

test('A credential without a user can only create shared views', async () => {
  const problem = await refusal(make({}, token))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'visibility'])
  assert.equal((await make({ visibility: 'shared' }, token)).owner, null)
})

describe('the filter is checked when it is saved', () => {
  const fitting: Record<SavedView['resource'], string[]> = {
    conversations: ['status', 'contact_labels', 'custom_attributes.pedido', 'contact.custom_attributes.plan'],
    contacts: ['city', 'labels', 'custom_attributes.plan'],
    leads: ['stage', 'contact.city', 'custom_attributes.origen'],
    opportunities: ['pipeline', 'currency', 'contact.custom_attributes.plan'],
  }
  for (const [resource, fields] of Object.entries(fitting) as [SavedView['resource'], string[]][])
    test(`Checks the fields of ${resource}`, async () => {
      for (const field of fields) await make({ resource, filter: where(field, 'x') })
      const problem = await refusal(make({ resource, filter: where('sin_nombre', 'x') }))
      assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'filter/any/0/all/0/field'])
      assert.match(problem.message, new RegExp(`choose among .*${fields[0]}`))
    })

  test('Checks operators and values', async () => {
    const filterOf = (operator: 'contains' | 'days_before', ...values: string[]): Filter => ({
      any: [{ all: [{ field: 'created_at', operator, values }] }],
    })
    for (const filter of [filterOf('contains', 'x'), filterOf('days_before', 'pronto'), filterOf('days_before')])
      assert.match((await refusal(make({ filter }))).extra.errors?.[0]?.field ?? '', /^filter\/any\/0\/all\/0\//)
    assert.equal((await refusal(make({ filter: { any: [] } }))).code, 'invalid_request')
  })
})

test('An unknown sort order is rejected with the known ones', async () => {
  assert.equal((await make({ resource: 'contacts', filter: where('city', 'Cali'), sort: '-name' })).sort, '-name')
  const problem = await refusal(make({ sort: '-name' }))
  assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], ['invalid_value', 'sort'])
  assert.match(problem.message, /use one of: .*-priority/)
  for (const resource of ['leads', 'opportunities'] as const) {
    assert.equal((await make({ resource, filter: where('name', 'x'), sort: 'position' })).sort, 'position')
    assert.match((await refusal(make({ resource, filter: where('name', 'x'), sort: '-city' }))).message, /position/)
  }
})

test('A view needs a name, and creating it requires permission to change conversations', async () => {
  assert.equal((await refusal(make({ name: ' ' }))).code, 'missing_field')
  const problem = await refusal(make({}, only('conversations:read', 'workspace:write')))
  assert.equal(problem.code, 'permission_denied')
})
