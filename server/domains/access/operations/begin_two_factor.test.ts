import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, fromBase32 } from '#test/people.ts'
import { openPerson } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, runtime } = await openWorkspace()

test('a secret is given, sealed where it is kept, and changes nothing until it is confirmed', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const { secret, otpauth_url } = await act('begin_two_factor', {}, { as: luz })
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.ok(otpauth_url.includes(secret) && otpauth_url.includes(encodeURIComponent(luz.email)))
  const [row] = await sql<{ totp_secret: Buffer; totp_enabled_at: null }>`
    select totp_secret, totp_enabled_at from users where id = ${luz.id}`
  assert.equal(row!.totp_enabled_at, null)
  assert.ok(!row!.totp_secret.includes(fromBase32(secret)) && runtime.secret)
  const again = await act('begin_two_factor', {}, { as: luz })
  assert.notEqual(again.secret, secret)
  const late = await refusal(act('enable_two_factor', { code: codeNow(fromBase32(secret)) }, { as: luz }))
  assert.equal(late.code, 'invalid_value', 'the one begun before is forgotten')
})

test('only a person signed in themselves may', async () => {
  assert.equal((await refusal(act('begin_two_factor', {}))).code, 'permission_denied')
})
