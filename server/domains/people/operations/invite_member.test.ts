import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '#test/workspace.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, sql, addAccount, only } = await openWorkspace()
const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

test('An invited person gets an e-mail, and the invitation has their role and teams', async () => {
  const team = await act('create_team', { name: 'Ventas' })
  const invitation = await act('invite_member', {
    email: 'Luz@Example.com',
    name: 'Luz',
    role: 'agent',
    visibility: 'team',
    teams: ['ventas', team.id],
  })
  assert.deepEqual(
    [invitation.email, invitation.status, invitation.visibility, invitation.team_ids, invitation.invited_by.name],
    ['luz@example.com', 'pending', 'team', [team.id], 'Ana Admin'],
  )
  assert.equal(days(invitation.created_at, invitation.expires_at), 7)
  const [mail] = await sql`select kind, to_name, status from emails where to_address = 'luz@example.com'`
  assert.deepEqual(mail, { kind: 'invitation', to_name: 'Luz', status: 'queued' })
  assert.ok(!JSON.stringify(invitation).includes('token'))
})

test('Members and invited people cannot be invited again', async () => {
  const mine = `ana.${actor.account.id}@example.com`
  const member = await refusal(act('invite_member', { email: mine.toUpperCase(), role: 'agent' }))
  assert.deepEqual([member.code, member.extra.conflicting_id], ['duplicate_value', actor.id])
  const { id } = await act('invite_member', { email: 'sol@example.com', role: 'agent' })
  const again = await refusal(act('invite_member', { email: 'sol@example.com', role: 'agent' }))
  assert.deepEqual([again.code, again.extra.conflicting_id], ['duplicate_value', id])
  await sql`update invitations set expires_at = now() - interval '1 minute' where id = ${id}`
  assert.equal(
    (await act('invite_member', { email: 'sol@example.com', role: 'agent' })).status,
    'pending',
    'its time was over',
  )
})

test('Two concurrent invitations create one', async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => act('invite_member', { email: 'paz@example.com', role: 'agent' })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'duplicate_value')
  assert.equal((await sql`select from emails where to_address = 'paz@example.com'`).length, 1)
})

test('Invalid addresses and teams of other workspaces are rejected', async () => {
  const other = await addAccount()
  const { id } = await other.act('create_team', { name: 'Suyo' })
  for (const email of ['luz', 'luz@', 'a b@example.com', 'a@example.com\r\nBcc: x@example.com', '<a@example.com>'])
    assert.equal((await refusal(act('invite_member', { email, role: 'agent' }))).code, 'invalid_request', email)
  assert.equal(
    (await refusal(act('invite_member', { email: 'x@example.com', role: 'agent', teams: [id] }))).code,
    'not_found',
  )
  const problem = await refusal(
    act('invite_member', { email: 'x@example.com', role: 'agent' }, { as: only('workspace:write') }),
  )
  assert.equal(problem.code, 'permission_denied')
})
