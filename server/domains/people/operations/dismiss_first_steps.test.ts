import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, addAccount, only } = await openWorkspace()

test('An administrator hides the steps of this workspace for good', async () => {
  const other = await addAccount()
  assert.equal((await refusal(act('dismiss_first_steps', {}, { as: only('contacts:read') }))).code, 'permission_denied')
  assert.equal((await act('get_first_steps', {})).open, true)
  for (let i = 0; i < 2; i++) assert.equal((await act('dismiss_first_steps', {})).open, false)
  assert.equal((await act('get_first_steps', {})).open, false)
  assert.equal((await other.act('get_first_steps', {})).open, true)
})
