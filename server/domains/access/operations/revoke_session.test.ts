import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession, openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('A user can end one of their own sessions only', async () => {
  const [luz, sol] = [await openPerson(sql, actor.account.id), await openPerson(sql, actor.account.id)]
  const phone = await startSession(sql, actor.account.id, luz.id!)
  const session_id = phone.session!
  assert.equal((await refusal(act('revoke_session', { session_id }, { as: sol }))).code, 'not_found')
  assert.deepEqual(await act('revoke_session', { session_id }, { as: luz }), { id: session_id, deleted: true })
  assert.equal((await refusal(act('revoke_session', { session_id }, { as: luz }))).code, 'not_found')
  assert.equal((await act('list_sessions', {}, { as: luz })).items.length, 1)
})
