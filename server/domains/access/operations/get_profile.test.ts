import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('Users see their own profile', async () => {
  const { id, email, ...luz } = await openPerson(sql, actor.account.id)
  const profile = await act('get_profile', {}, { as: { id, ...luz } })
  assert.deepEqual(profile, {
    id,
    name: 'Luz',
    email,
    two_factor: false,
    recovery_codes: 0,
    signature: null,
    language: null,
  })
  assert.equal((await refusal(act('get_profile', {}))).code, 'permission_denied', 'a key has none')
})
