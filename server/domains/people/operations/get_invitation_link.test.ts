import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markSent } from '#domains/access/emails/store.ts'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, addAccount, only } = await openWorkspace()

async function invite(email: string) {
  const { id: invitation_id } = await act('invite_member', { email, role: 'agent' })
  const [mail] = await sql<{ id: string }>`select id from emails where to_address = ${email} order by id desc limit 1`
  return { invitation_id, mail_id: mail!.id }
}
const link = (invitation_id: string) => act('get_invitation_link', { invitation_id })

test('Without a mail server the link of an invitation can be copied, once its mail was written', async () => {
  const { invitation_id, mail_id } = await invite('luz@example.com')
  assert.deepEqual(await link(invitation_id), { mail: 'queued', url: null })
  await markSent(sql, actor.account.id, mail_id, false)
  const { mail, url } = await link(invitation_id)
  assert.equal(mail, 'sent')
  assert.match(url!, /^http:\/\/localhost:3000\/app\/invitation\?token=[\w-]{43}$/)
  await act('resend_invitation', { invitation_id })
  assert.deepEqual(await link(invitation_id), { mail: 'queued', url: null }, 'the new one is not written yet')
})

test('A delivered link is not kept, and one of a refused mail is', async () => {
  const delivered = await invite('sol@example.com')
  await markSent(sql, actor.account.id, delivered.mail_id, true)
  assert.deepEqual(await link(delivered.invitation_id), { mail: 'sent', url: null })
  const refused = await invite('paz@example.com')
  await sql`update emails set status = 'failed' where id = ${refused.mail_id}`
  assert.equal((await link(refused.invitation_id)).mail, 'failed')
  assert.ok((await link(refused.invitation_id)).url)
})

test('A revoked or expired invitation has no link', async () => {
  const { invitation_id, mail_id } = await invite('mar@example.com')
  await markSent(sql, actor.account.id, mail_id, false)
  await act('revoke_invitation', { invitation_id })
  assert.equal((await refusal(link(invitation_id))).code, 'invalid_state')
})

test('Only administrators of the workspace get it', async () => {
  const { invitation_id } = await invite('ana@example.com')
  const denied = await refusal(act('get_invitation_link', { invitation_id }, { as: only('workspace:write') }))
  assert.equal(denied.code, 'permission_denied')
  const other = await addAccount()
  assert.equal((await refusal(other.act('get_invitation_link', { invitation_id }))).code, 'not_found')
})
