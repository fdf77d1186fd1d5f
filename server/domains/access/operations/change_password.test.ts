import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '#domains/access/sign-in/sessions.ts'
import { startSession, openPerson, PASSWORD } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, runtime } = await openWorkspace()
const password = 'otra clave larga'
const enter = (email: string, word: string) =>
  signIn(sql, runtime.secret, { email, password: word }, { request_id: 'test-request', ip: '10.0.0.7' })

test('A user who knows their password can change it, and is signed out everywhere else', async () => {
  const luz = await openPerson(sql, actor.account.id)
  await startSession(sql, actor.account.id, luz.id!)
  const wrong = await refusal(act('change_password', { current_password: 'otra', password }, { as: luz }))
  assert.deepEqual([wrong.code, wrong.extra.errors?.[0]?.field], ['invalid_value', 'current_password'])
  const weak = await refusal(act('change_password', { current_password: PASSWORD, password: 'corta' }, { as: luz }))
  assert.equal(weak.extra.errors?.[0]?.field, 'password')
  const done = await act('change_password', { current_password: PASSWORD, password }, { as: luz })
  assert.deepEqual(done, { ended_sessions: 1 })
  const mails = await sql`select subject from emails where to_address = ${luz.email}`
  assert.deepEqual(mails, [{ subject: 'Se cambió tu contraseña de Hilo' }])
  assert.ok(await enter(luz.email, password))
  assert.equal((await refusal(enter(luz.email, PASSWORD))).code, 'unauthenticated')
})

test('A sign-in in progress with the old password fails once it is changed', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const [entering, changing] = await Promise.allSettled([
    enter(luz.email, PASSWORD),
    act('change_password', { current_password: PASSWORD, password }, { as: luz }),
  ])
  assert.equal(changing.status, 'fulfilled')
  const open = await sql<{ id: string }>`select id from sessions where user_id = ${luz.id}`
  assert.deepEqual(
    open.map(({ id }) => id),
    [luz.session],
    `the sign-in was ${entering.status}`,
  )
})
