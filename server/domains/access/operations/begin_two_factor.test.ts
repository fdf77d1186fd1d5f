import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, fromBase32 } from '#test/people.ts'
import { openPerson, PASSWORD } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql, runtime } = await openWorkspace()

test('A new secret is stored encrypted, and changes nothing until it is confirmed', async () => {
  const luz = await openPerson(sql, actor.account.id)
  const { secret, otpauth_url } = await act('begin_two_factor', { password: PASSWORD }, { as: luz })
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.ok(otpauth_url.includes(secret) && otpauth_url.includes(encodeURIComponent(luz.email)))
  const [row] = await sql<{ totp_secret: Buffer; totp_enabled_at: null }>`
    select totp_secret, totp_enabled_at from users where id = ${luz.id}`
  assert.equal(row!.totp_enabled_at, null)
  assert.ok(!row!.totp_secret.includes(fromBase32(secret)) && runtime.secret)
  const again = await act('begin_two_factor', { password: PASSWORD }, { as: luz })
  assert.notEqual(again.secret, secret)
  const late = await refusal(act('enable_two_factor', { code: codeNow(fromBase32(secret)) }, { as: luz }))
  assert.equal(late.code, 'invalid_value', 'the previous secret no longer works')
})

test('A stolen session without the password cannot set up a second factor and lock the owner out', async () => {
  const luz = await openPerson(sql, actor.account.id)
  for (const [input, code] of [
    [{}, 'missing_field'],
    [{ password: 'adivino esta' }, 'invalid_value'],
  ] as const) {
    const problem = await refusal(act('begin_two_factor', input as never, { as: luz }))
    assert.deepEqual([problem.code, problem.extra.errors?.[0]?.field], [code, 'password'])
  }
  const [row] = await sql`select totp_secret from users where id = ${luz.id}`
  assert.equal(row!.totp_secret, null)
})

test('Only a signed-in user can start two-factor setup', async () => {
  assert.equal((await refusal(act('begin_two_factor', { password: PASSWORD }))).code, 'permission_denied')
})
