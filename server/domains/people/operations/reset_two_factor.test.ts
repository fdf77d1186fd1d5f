import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOfUser } from '#contract/permissions.ts'
import { createUser } from '#domains/access/setup/provision.ts'
import * as secondFactor from '#domains/access/sign-in/second-factor.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, sql, addAccount, runtime } = await openInbox()
const administrator = { ...actor, permissions: rightsOfUser('administrator', false) }

async function protectedAgent(name: string) {
  const agent = await addAgent(name)
  await secondFactor.begin(sql, runtime.secret, agent.id!)
  await secondFactor.enable(sql, agent.id!)
  return agent
}

test('An administrator can reset a lost second factor; it is audited, and the member is notified', async () => {
  const luz = await protectedAgent('Luz')
  const member = await act('reset_two_factor', { member_id: luz.id! }, { as: administrator, ip: '10.0.0.1' })
  assert.equal(member.two_factor, false)
  const [row] = await sql`select totp_secret, totp_enabled_at, recovery_hashes from users where id = ${luz.id}`
  assert.deepEqual(row, { totp_secret: null, totp_enabled_at: null, recovery_hashes: [] })
  const mails = await sql`select kind, subject from emails where to_address = ${member.email}`
  assert.deepEqual(mails, [{ kind: 'two_factor_reset', subject: 'Se desactivó tu verificación en dos pasos' }])
  const [entry] = await sql`select action, ip from audit_entries where details ->> 'member_id' = ${luz.id}`
  assert.deepEqual(entry, { action: 'reset_two_factor', ip: '10.0.0.1' })
  assert.equal((await refusal(act('reset_two_factor', { member_id: luz.id! }))).code, 'invalid_state')
})

test('You cannot reset your own second factor, so a stolen key or session cannot remove it', async () => {
  const luz = await protectedAgent('Luz')
  const key = { ...administrator, type: 'api_key' as const, user_id: luz.id! }
  assert.equal((await refusal(act('reset_two_factor', { member_id: luz.id! }, { as: key }))).code, 'invalid_state')
})

test('An administrator cannot reset members of other workspaces or super-administrators', async () => {
  const other = await addAccount()
  const [luz, root] = [await protectedAgent('Luz'), await protectedAgent('Raíz')]
  const [row] = await sql<{ email: string }>`select email from users where id = ${luz.id}`
  await createUser(sql, { account_id: other.actor.account.id, name: 'x', email: row!.email, role: 'agent' })
  await sql`update users set super_administrator = true where id = ${root.id}`
  for (const member of [luz, root]) {
    const problem = await refusal(act('reset_two_factor', { member_id: member.id! }, { as: administrator }))
    assert.equal(problem.code, 'invalid_state')
    assert.equal(
      (await act('reset_two_factor', { member_id: member.id! })).two_factor,
      false,
      'a super-administrator may',
    )
  }
})
