import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession, openPerson } from '#test/personal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('All other sessions of the user end, and nobody else’s', async () => {
  const [luz, sol] = [await openPerson(sql, actor.account.id), await openPerson(sql, actor.account.id)]
  for (let i = 0; i < 3; i++) await startSession(sql, actor.account.id, luz.id!)
  assert.deepEqual(await act('revoke_other_sessions', {}, { as: luz }), { ended_sessions: 3 })
  assert.deepEqual(await act('revoke_other_sessions', {}, { as: luz }), { ended_sessions: 0 })
  for (const person of [luz, sol])
    assert.deepEqual(
      (await act('list_sessions', {}, { as: person })).items.map(({ id }) => id),
      [person.session],
    )
})
