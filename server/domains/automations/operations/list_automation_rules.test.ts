import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, rule, only, addAccount } = await openAutomations()

test('All rules of the workspace are listed in the order they run', async () => {
  const other = await addAccount()
  const names = ['b', 'a', 'c']
  for (const name of names) await rule('message.received', [{ type: 'unassign_agent' }], { name, active: name !== 'a' })
  const { items, next_cursor } = await act('list_automation_rules', {}, { as: only('workspace:read') })
  assert.deepEqual([items.map(({ name }) => name), next_cursor], [names, null])
  assert.deepEqual((await other.act('list_automation_rules', {})).items, [])
})

test('Listing rules requires permission to read the workspace', async () => {
  assert.equal((await refusal(act('list_automation_rules', {}, { as: only() }))).code, 'permission_denied')
})
