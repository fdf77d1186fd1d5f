import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, rule, runs, only, talk, work, addAccount } = await openAutomations()

test('A deleted rule no longer runs, and its past runs stay listed', async () => {
  const { id: rule_id } = await rule('conversation.created', [{ type: 'set_priority', priority: 'low' }], {
    name: 'Vieja',
  })
  await talk()
  await work()
  assert.deepEqual(await act('delete_automation_rule', { rule_id }), { id: rule_id, deleted: true })
  await talk()
  await work()
  assert.deepEqual(
    (await runs()).map((run) => [run.rule_id, run.name, run.status]),
    [[null, 'Vieja', 'done']],
  )
  assert.equal((await refusal(act('get_automation_rule', { rule_id }))).code, 'not_found')
})

test('A rule of another workspace is not found, and it requires permission to change the workspace', async () => {
  const other = await addAccount()
  const { id: rule_id } = await rule('message.received', [{ type: 'unassign_agent' }])
  assert.equal((await refusal(other.act('delete_automation_rule', { rule_id }))).code, 'not_found')
  const as = only('workspace:read')
  assert.equal((await refusal(act('delete_automation_rule', { rule_id }, { as }))).code, 'permission_denied')
})
