import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, fromBase32 } from '#test/people.ts'
import { openPerson, PASSWORD } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

async function protectedPerson() {
  const luz = await openPerson(sql, actor.account.id)
  const { secret } = await act('begin_two_factor', {}, { as: luz })
  const { recovery_codes } = await act('enable_two_factor', { code: codeNow(fromBase32(secret)) }, { as: luz })
  return { luz, recovery_codes }
}

test('the password, or a recovery code, switches it off', async () => {
  const { luz, recovery_codes } = await protectedPerson()
  assert.equal((await refusal(act('disable_two_factor', {}, { as: luz }))).code, 'missing_field')
  assert.equal((await refusal(act('disable_two_factor', { password: 'otra' }, { as: luz }))).code, 'invalid_value')
  assert.equal((await refusal(act('disable_two_factor', { code: 'otra' }, { as: luz }))).code, 'invalid_value')
  const both = { password: 'otra', code: recovery_codes[0]! }
  assert.equal(
    (await refusal(act('disable_two_factor', both, { as: luz }))).code,
    'invalid_value',
    'what is given must be right',
  )
  const { two_factor, recovery_codes: left } = await act('disable_two_factor', { password: PASSWORD }, { as: luz })
  assert.deepEqual([two_factor, left], [false, 0])
  assert.equal((await refusal(act('disable_two_factor', { password: PASSWORD }, { as: luz }))).code, 'invalid_state')
  const other = await protectedPerson()
  const off = await act('disable_two_factor', { code: other.recovery_codes[3]! }, { as: other.luz })
  assert.equal(off.two_factor, false)
})
