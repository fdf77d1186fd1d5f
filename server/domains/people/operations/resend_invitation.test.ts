import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, addAccount } = await openWorkspace()

test('an invitation sent again has another link and seven more days, also when its time was over', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'luz@example.com', role: 'agent' })
  const kept = async () =>
    (await sql<{ token_hash: Buffer }>`select token_hash from invitations where id = ${invitation_id}`)[0]!
  const before = await kept()
  await sql`update invitations set expires_at = now() - interval '1 day' where id = ${invitation_id}`
  const again = await act('resend_invitation', { invitation_id })
  assert.equal(again.status, 'pending')
  assert.ok(Date.parse(again.expires_at) > Date.now() + 6.9 * 86_400_000)
  assert.notDeepEqual(await kept(), before)
  const mails = await sql<{ text: string }>`select text from emails where to_address = 'luz@example.com' order by id`
  assert.equal(new Set(mails.map(({ text }) => text)).size, 2)
})

test('what was accepted or taken back is not sent again, and one of another workspace is not found', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'sol@example.com', role: 'agent' })
  await act('revoke_invitation', { invitation_id })
  assert.equal((await refusal(act('resend_invitation', { invitation_id }))).code, 'invalid_state')
  const theirs = await (await addAccount()).act('invite_member', { email: 'sol@example.com', role: 'agent' })
  assert.equal((await refusal(act('resend_invitation', { invitation_id: theirs.id }))).code, 'not_found')
})
