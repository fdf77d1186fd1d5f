import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, only } = await openWorkspace()

test('Without activity there are no rows, and only reports:read opens it', async () => {
  const days = { from: '2026-03-01', to: '2026-03-31' }
  for (const by of ['total', 'day', 'agent', 'inbox'] as const)
    assert.deepEqual((await act('get_conversation_metrics', { ...days, by })).rows, [])
  const as = only('conversations:read')
  assert.equal((await refusal(act('get_conversation_metrics', days, { as }))).code, 'permission_denied')
})
