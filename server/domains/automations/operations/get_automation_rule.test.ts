import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, rule, only, talk, work, addAccount } = await openAutomations()

test('A rule can be read with its run count', async () => {
  const made = await rule('conversation.created', [{ type: 'set_priority', priority: 'low' }])
  assert.deepEqual(await act('get_automation_rule', { rule_id: made.id }, { as: only('workspace:read') }), made)
  await talk()
  await talk()
  await work()
  const { run_count, last_run_at } = await act('get_automation_rule', { rule_id: made.id })
  assert.equal(run_count, 2)
  assert.ok(last_run_at)
})

test('An unknown rule, or one of another workspace, is not found', async () => {
  const other = await addAccount()
  const made = await rule('conversation.created', [{ type: 'set_priority', priority: 'low' }])
  assert.equal((await refusal(other.act('get_automation_rule', { rule_id: made.id }))).code, 'not_found')
  assert.equal((await refusal(act('get_automation_rule', { rule_id: '999999' }))).code, 'not_found')
})

test('Reading a rule requires permission to read the workspace', async () => {
  const as = only('conversations:read')
  assert.equal((await refusal(act('get_automation_rule', { rule_id: '1' }, { as }))).code, 'permission_denied')
})
