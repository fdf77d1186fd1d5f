import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, addAccount } = await openWorkspace()

test('An invitation can be revoked repeatedly, and the person can be invited again', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'luz@example.com', role: 'agent' })
  const revoked = await act('revoke_invitation', { invitation_id })
  assert.equal(revoked.status, 'revoked')
  assert.deepEqual(await act('revoke_invitation', { invitation_id }), revoked)
  assert.equal((await act('invite_member', { email: 'luz@example.com', role: 'agent' })).status, 'pending')
})

test('An accepted invitation stays accepted, and one of another workspace is not found', async () => {
  const { id: invitation_id } = await act('invite_member', { email: 'sol@example.com', role: 'agent' })
  await sql`update invitations set accepted_at = now() where id = ${invitation_id}`
  assert.equal((await refusal(act('revoke_invitation', { invitation_id }))).code, 'invalid_state')
  const theirs = await (await addAccount()).act('invite_member', { email: 'sol@example.com', role: 'agent' })
  assert.equal((await refusal(act('revoke_invitation', { invitation_id: theirs.id }))).code, 'not_found')
})
