import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAutomations } from '#test/automations.ts'
import { refusal } from '#test/refusal.ts'

const { act, rule, only } = await openAutomations()

test('Rules keep the given order, and a new one comes last', async () => {
  const made: string[] = []
  for (let i = 0; i < 3; i++) made.push((await rule('message.received', [{ type: 'unassign_agent' }])).id)
  const ids = made.toReversed()
  const { items } = await act('reorder_automation_rules', { ids })
  assert.deepEqual(
    items.map(({ id }) => id),
    ids,
  )
  const { id } = await rule('message.received', [{ type: 'unassign_agent' }])
  assert.deepEqual(
    (await act('list_automation_rules', {})).items.map((each) => each.id),
    [...ids, id],
  )
  assert.equal((await refusal(act('reorder_automation_rules', { ids: [...ids, '99999'] }))).code, 'not_found')
})

test('Reordering rules requires permission to change the workspace', async () => {
  const as = only('workspace:read')
  assert.equal((await refusal(act('reorder_automation_rules', { ids: [] }, { as }))).code, 'permission_denied')
})
