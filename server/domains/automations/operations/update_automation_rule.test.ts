import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, rule, only, addAccount } = await openAutomations()

await act('create_label', { title: 'Vip' })
const label = { type: 'add_label' as const, label: 'Vip' }

test('Only the given fields change, and an update without changes has no effect', async () => {
  const before = await rule('message.received', [label], { description: 'Antes' })
  const rule_id = before.id
  const after = await act('update_automation_rule', { rule_id, name: 'Otra', active: false })
  assert.deepEqual(after, { ...before, name: 'Otra', active: false, updated_at: after.updated_at })
  assert.deepEqual(await act('update_automation_rule', { rule_id, name: 'Otra' }), after)
  assert.equal((await act('update_automation_rule', { rule_id, description: null })).description, null)
  const conditions = { any: [{ all: [{ field: 'message_content', operator: 'contains' as const, values: ['x'] }] }] }
  assert.deepEqual((await act('update_automation_rule', { rule_id, conditions })).conditions, conditions)
  assert.equal((await act('update_automation_rule', { rule_id, conditions: null })).conditions, null)
  const actions = [{ type: 'set_priority' as const, priority: 'low' as const }]
  assert.deepEqual((await act('update_automation_rule', { rule_id, actions })).actions, actions)
})

test('A new trigger must fit all conditions and actions', async () => {
  const conditions = { any: [{ all: [{ field: 'message_content', operator: 'contains' as const, values: ['x'] }] }] }
  const { id: rule_id } = await rule('message.received', [label], { conditions })
  const asks = await refusal(act('update_automation_rule', { rule_id, event: 'conversation.created' }))
  assert.equal(asks.extra.errors?.[0]?.field, 'conditions/any/0/all/0/field')
  await act('update_automation_rule', { rule_id, conditions: null })
  assert.equal(
    (await refusal(act('update_automation_rule', { rule_id, event: 'conversation.idle' }))).code,
    'missing_field',
  )
  assert.equal((await act('update_automation_rule', { rule_id, event: 'conversation.idle', minutes: 5 })).minutes, 5)
  await act('update_automation_rule', { rule_id, actions: [{ type: 'unassign_agent' }] })
  const does = await refusal(act('update_automation_rule', { rule_id, event: 'contact.created', minutes: null }))
  assert.equal(does.extra.errors?.[0]?.field, 'actions/0/type')
  assert.equal((await act('get_automation_rule', { rule_id })).event, 'conversation.idle')
})

test('A rule whose label was deleted can still be renamed and turned off', async () => {
  const gone = await act('create_label', { title: 'Se va' })
  const { id: rule_id } = await rule('message.received', [{ type: 'add_label', label: 'Se va' }])
  await act('delete_label', { label_id: gone.id })
  assert.equal((await act('update_automation_rule', { rule_id, active: false })).active, false)
  const actions = [{ type: 'add_label' as const, label: gone.id }]
  assert.equal((await refusal(act('update_automation_rule', { rule_id, actions }))).code, 'not_found')
})

test('A timed rule restarts when it is turned on or its minutes change', async () => {
  const { id: rule_id } = await rule('conversation.idle', [{ type: 'unassign_agent' }], { minutes: 60 })
  const reached = async () => {
    const [row] = await sql<{ reached_at: string }>`select reached_at from automation_rules where id = ${rule_id}`
    return Date.parse(row!.reached_at)
  }
  const now = new Date('2030-01-01T00:00:00Z')
  await act('update_automation_rule', { rule_id, minutes: 30 }, { now })
  assert.equal(await reached(), now.getTime() - 30 * 60_000)
  const later = new Date('2030-01-02T00:00:00Z')
  await act('update_automation_rule', { rule_id, name: 'Nuevo nombre' }, { now: later })
  assert.equal(await reached(), now.getTime() - 30 * 60_000)
  await act('update_automation_rule', { rule_id, active: false }, { now: later })
  await act('update_automation_rule', { rule_id, active: true }, { now: later })
  assert.equal(await reached(), later.getTime() - 30 * 60_000)
})

test('A rule of another workspace is not found, and it requires permission to change the workspace', async () => {
  const other = await addAccount()
  const { id: rule_id } = await rule('message.received', [label])
  assert.equal((await refusal(other.act('update_automation_rule', { rule_id, active: false }))).code, 'not_found')
  const as = only('workspace:read')
  assert.equal(
    (await refusal(act('update_automation_rule', { rule_id, active: false }, { as }))).code,
    'permission_denied',
  )
})
