import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, fromBase32 } from '#test/people.ts'
import { openPerson, PASSWORD } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()

async function protectedPerson() {
  const luz = await openPerson(sql, actor.account.id)
  const { secret } = await act('begin_two_factor', { password: PASSWORD }, { as: luz })
  await act('enable_two_factor', { code: codeNow(fromBase32(secret)) }, { as: luz })
  return luz
}

test('The password turns it off, and the person is notified by e-mail', async () => {
  const luz = await protectedPerson()
  assert.equal((await refusal(act('disable_two_factor', {} as never, { as: luz }))).code, 'missing_field')
  assert.equal((await refusal(act('disable_two_factor', { password: 'otra' }, { as: luz }))).code, 'invalid_value')
  const { two_factor, recovery_codes: left } = await act('disable_two_factor', { password: PASSWORD }, { as: luz })
  assert.deepEqual([two_factor, left], [false, 0])
  assert.equal((await refusal(act('disable_two_factor', { password: PASSWORD }, { as: luz }))).code, 'invalid_state')
  const mails = await sql<{ subject: string }>`select subject from emails where to_address = ${luz.email} order by id`
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['Se activó tu verificación en dos pasos', 'Se desactivó tu verificación en dos pasos'],
  )
})
