import assert from 'node:assert/strict'
import { test } from 'node:test'
import { default_retention } from '#contract/records/retention.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()

test('A workspace has the defaults until it chooses, and then its own days', async () => {
  assert.deepEqual(await act('get_retention', {}), default_retention)
  const other = await addAccount()
  const chosen = await other.act('update_retention', { inbound_log_days: 7 })
  assert.deepEqual(await other.act('get_retention', {}), chosen)
  assert.deepEqual(await act('get_retention', {}), default_retention)
})

test('Only administrators read it', async () => {
  const as = only('workspace:read', 'workspace:setup')
  assert.equal((await refusal(act('get_retention', {}, { as }))).code, 'permission_denied')
})
