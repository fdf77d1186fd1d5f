import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unseal } from '#kernel/vault.ts'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, addAccount, runtime } = await openWorkspace()

test('A resent invitation has a new link and seven more days, even after it expired', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'luz@example.com', role: 'agent' })
  const stored = async () =>
    (await sql<{ token_hash: Buffer }>`select token_hash from invitations where id = ${invitation_id}`)[0]!
  const before = await stored()
  await sql`update invitations set expires_at = now() - interval '1 day' where id = ${invitation_id}`
  const again = await act('resend_invitation', { invitation_id })
  assert.equal(again.status, 'pending')
  assert.ok(Date.parse(again.expires_at) > Date.now() + 6.9 * 86_400_000)
  assert.notDeepEqual(await stored(), before)
  const mails = await sql<{ token_sealed: Buffer }>`
    select token_sealed from emails where to_address = 'luz@example.com' order by id`
  const tokens = mails.map(({ token_sealed }) => unseal(runtime.secret, token_sealed))
  assert.equal(new Set(tokens).size, 2)
})

test('Accepted and revoked invitations cannot be resent, and those of another workspace are not found', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'sol@example.com', role: 'agent' })
  await act('revoke_invitation', { invitation_id })
  assert.equal((await refusal(act('resend_invitation', { invitation_id }))).code, 'invalid_state')
  const theirs = await (await addAccount()).act('invite_member', { email: 'sol@example.com', role: 'agent' })
  assert.equal((await refusal(act('resend_invitation', { invitation_id: theirs.id }))).code, 'not_found')
})

test('An address gets at most five invitations an hour, however and by whomever they are sent', async () => {
  const email = 'victima@example.com'
  const { id: invitation_id } = await act('invite_member', { email, role: 'agent' })
  for (let i = 0; i < 4; i++) await act('resend_invitation', { invitation_id })
  const problem = await refusal(act('resend_invitation', { invitation_id }))
  assert.deepEqual([problem.code, problem.status], ['rate_limited', 429])
  assert.match(problem.message, /Too many e-mails to this address/)
  assert.ok(problem.extra.retry_after! > 0)

  await act('revoke_invitation', { invitation_id })
  assert.equal((await refusal(act('invite_member', { email, role: 'agent' }))).code, 'rate_limited')
  const other = await addAccount()
  assert.equal((await refusal(other.act('invite_member', { email, role: 'agent' }))).code, 'rate_limited')
  const sent = await sql`select from emails where to_address = ${email}`
  assert.equal(sent.length, 5)
  await act('invite_member', { email: 'otra@example.com', role: 'agent' })
})

test('A workspace sends at most two hundred invitations an hour', async () => {
  const other = await addAccount()
  const invite = (n: number) => other.act('invite_member', { email: `persona.${n}@example.com`, role: 'agent' })
  const subject = `mail-of:request:${other.actor.account.id}`
  await sql`select take_allowance(array[${subject}], array[200], 199, 60, clock_timestamp())`
  await invite(1)
  assert.equal((await refusal(invite(2))).code, 'rate_limited')
})
