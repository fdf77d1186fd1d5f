import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeNow, fromBase32 } from '#test/people.ts'
import { startSession, openPerson, PASSWORD } from '#test/personal.ts'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, sql } = await openWorkspace()
const account_id = actor.account.id

test('A correct code turns it on, returns ten recovery codes once, and ends other sessions', async () => {
  const luz = await openPerson(sql, account_id)
  await startSession(sql, account_id, luz.id!)
  const { secret } = await act('begin_two_factor', { password: PASSWORD }, { as: luz })
  for (const code of ['', '000000', 'abcdef', '０１２３４５', codeNow(Buffer.from('another secret'))])
    assert.equal((await refusal(act('enable_two_factor', { code }, { as: luz }))).code, 'invalid_value', code)
  const code = codeNow(fromBase32(secret))
  const { recovery_codes } = await act(
    'enable_two_factor',
    { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    { as: luz },
  )
  assert.equal(new Set(recovery_codes).size, 10)
  const [row] = await sql<{ recovery_hashes: Buffer[] }>`select recovery_hashes from users where id = ${luz.id}`
  assert.equal(row!.recovery_hashes.length, 10)
  assert.deepEqual(
    (await act('list_sessions', {}, { as: luz })).items.map(({ id }) => id),
    [luz.session],
  )
  const mails = await sql`select kind, subject from emails where to_address = ${luz.email}`
  assert.deepEqual(mails, [{ kind: 'security', subject: 'Se activó tu verificación en dos pasos' }])
  assert.equal((await refusal(act('enable_two_factor', { code }, { as: luz }))).code, 'invalid_state')
  assert.equal((await refusal(act('begin_two_factor', { password: PASSWORD }, { as: luz }))).code, 'invalid_state')
})

test('Without a pending secret there is nothing to confirm', async () => {
  const luz = await openPerson(sql, account_id)
  assert.equal((await refusal(act('enable_two_factor', { code: '123456' }, { as: luz }))).code, 'invalid_value')
})
