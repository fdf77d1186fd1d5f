import assert from 'node:assert/strict'
import { test } from 'node:test'
import { default_retention } from '#contract/records/retention.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only } = await openWorkspace()

test('Only the given days change, and the audit log records them', async () => {
  const changed = await act('update_retention', { audit_days: null })
  assert.deepEqual(changed, { ...default_retention, audit_days: null })
  assert.deepEqual(await act('update_retention', { events_days: 90 }), { ...changed, events_days: 90 })
  assert.deepEqual(await act('get_retention', {}), { ...changed, events_days: 90 })
  const { items } = await act('list_audit_entries', { limit: 1 })
  assert.deepEqual([items[0]?.action, items[0]?.details], ['update_retention', { events_days: 90 }])
})

test('Days outside of the limits are refused, and only administrators choose', async () => {
  const before = await act('get_retention', {})
  for (const patch of [{ events_days: 6 }, { audit_days: 89 }, { inbound_log_days: 0 }, { webhook_log_days: 1.5 }])
    assert.equal((await refusal(act('update_retention', patch))).code, 'invalid_request')
  const as = only('workspace:write', 'workspace:setup')
  assert.equal((await refusal(act('update_retention', { events_days: 10 }, { as }))).code, 'permission_denied')
  assert.deepEqual(await act('get_retention', {}), before)
})
