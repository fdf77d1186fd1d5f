import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSession, openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

test('Users see their own sessions, and which one is current', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const phone = await startSession(sql, actor.account.id, luz.id!)
  await openPerson(sql, actor.account.id)
  await sql`update sessions set last_seen_at = now() - interval '1 day' where id = ${luz.session}`
  const { items } = await act('list_sessions', {}, { as: luz })
  assert.deepEqual(
    items.map(({ id, current, ip, user_agent }) => ({ id, current, ip, user_agent })),
    [
      { id: phone.session, current: false, ip: '10.0.0.1', user_agent: 'Navegador' },
      { id: luz.session, current: true, ip: '10.0.0.1', user_agent: 'Navegador' },
    ],
  )
  await sql`update sessions set expires_at = now() - interval '1 second' where id = ${phone.session}`
  assert.equal((await act('list_sessions', {}, { as: luz })).items.length, 1)
  assert.equal((await refusal(act('list_sessions', {}))).code, 'permission_denied')
})
