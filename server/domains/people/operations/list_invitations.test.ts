import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, addAccount, only } = await openWorkspace()

test('Invitations are listed newest first, with their status', async () => {
  const invite = (email: string) => act('invite_member', { email, role: 'agent' })
  const ids = []
  for (const name of ['una', 'dos', 'tres', 'cuatro']) ids.push((await invite(`${name}@example.com`)).id)
  await sql`update invitations set expires_at = now() - interval '1 second' where id = ${ids[0]}`
  await sql`update invitations set accepted_at = now() where id = ${ids[1]}`
  await act('revoke_invitation', { invitation_id: ids[2]! })
  await (await addAccount()).act('invite_member', { email: 'una@example.com', role: 'agent' })
  const first = await act('list_invitations', { limit: 3 })
  const rest = await act('list_invitations', { limit: 3, cursor: first.next_cursor! })
  assert.deepEqual(
    [...first.items, ...rest.items].map(({ email, status }) => [email, status]),
    [
      ['cuatro@example.com', 'pending'],
      ['tres@example.com', 'revoked'],
      ['dos@example.com', 'accepted'],
      ['una@example.com', 'expired'],
    ],
  )
  assert.equal(rest.next_cursor, null)
  assert.equal((await refusal(act('list_invitations', {}, { as: only('workspace:read') }))).code, 'permission_denied')
})
