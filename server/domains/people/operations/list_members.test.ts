import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, actor, addAgent, talk, sql, addAccount, only } = await openInbox()

test('Members are listed with teams, two-factor status and open conversations, deactivated ones last', async () => {
  const [luz, abel] = [await addAgent('Luz', { visibility: 'team' }), await addAgent('Abel')]
  const team = await act('create_team', { name: 'Ventas', members: [luz.id!] })
  for (const status of ['open', 'resolved']) {
    const { id: conversation_id } = await talk()
    await act('assign_conversation', { conversation_id, agent: luz.id! })
    if (status === 'resolved') await act('resolve_conversation', { conversation_id })
  }
  await sql`update users set totp_enabled_at = now() where id = ${luz.id}`
  await act('deactivate_member', { member_id: abel.id!, leave: true })
  await (await addAccount()).addAgent('De otra parte')
  const { items, next_cursor } = await act('list_members', {})
  assert.equal(next_cursor, null)
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Ana Admin', 'Luz', 'Abel'],
  )
  const { email: _, deactivated_at, ...shown } = items[1]!
  assert.deepEqual(shown, {
    id: luz.id,
    name: 'Luz',
    role: 'agent',
    auto_offline: true,
    capacity: null,
    visibility: 'team',
    teams: [{ id: team.id, name: 'Ventas' }],
    two_factor: true,
    open_conversations: 1,
    last_seen_at: null,
  })
  assert.equal(deactivated_at, null)
  assert.ok(items[2]!.deactivated_at)
})

test('Only administrators can list members', async () => {
  const agent = await addAgent('Sol')
  for (const as of [agent, only('workspace:read', 'workspace:write')])
    assert.equal((await refusal(act('list_members', {}, { as }))).code, 'permission_denied')
  assert.equal(actor.permissions.has('admin'), true)
})
