import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user, addAccount, sql } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const contact = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload.contact
const start = (): Promise<Loose> => ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id })

test('The requested status is set and returned with the conversation’s id', async () => {
  const { id } = await start()
  const toggle = (body?: object) => ok('POST', `/conversations/${id}/toggle_status`, body)
  for (const status of ['resolved', 'pending', 'open']) {
    const { payload } = await toggle({ status })
    assert.deepEqual(payload, { success: true, conversation_id: id, current_status: status, snoozed_until: null })
  }
  const until = Math.floor(Date.now() / 1000) + 600
  const { payload } = await toggle({ status: 'snoozed', snoozed_until: until })
  assert.equal(payload.current_status, 'snoozed')
  assert.equal(Date.parse(payload.snoozed_until), until * 1000)
})

test('Without a status, an open conversation is resolved and any other opened', async () => {
  const { id } = await start()
  const toggled = async () => (await ok('POST', `/conversations/${id}/toggle_status`)).payload.current_status
  assert.deepEqual([await toggled(), await toggled()], ['resolved', 'open'])
  await ok('POST', `/conversations/${id}/toggle_status`, { status: 'pending' })
  assert.equal(await toggled(), 'open')
})

test('A snooze without a time lasts until the customer writes', async () => {
  const { id } = await start()
  const { payload } = await ok('POST', `/conversations/${id}/toggle_status`, { status: 'snoozed' })
  assert.deepEqual([payload.current_status, payload.snoozed_until], ['snoozed', null])
  await ok('POST', `/conversations/${id}/messages`, { content: 'Sigo aquí', message_type: 'incoming' })
  assert.equal((await ok('GET', `/conversations/${id}`)).status, 'open')
})

test('An unknown status and a snooze into the past are refused', async () => {
  const { id } = await start()
  const url = `/conversations/${id}/toggle_status`
  for (const body of [
    { status: 'closed' },
    { status: 'constructor' },
    { status: 'snoozed', snoozed_until: 1 },
    { status: 'snoozed', snoozed_until: 'tomorrow' },
  ]) {
    const answer = await classic('POST', url, body)
    assert.equal(answer.status, 422, JSON.stringify(body))
    assert.ok(answer.body.error)
  }
  assert.equal((await ok('GET', `/conversations/${id}`)).status, 'open')
})

test('An agent is assigned and returned; 0 or null unassigns', async () => {
  const { id } = await start()
  const url = `/conversations/${id}/assignments`
  const agent = await ok('POST', url, { assignee_id: Number(user.id) })
  assert.deepEqual(Object.keys(agent), [
    'id',
    'account_id',
    'availability_status',
    'auto_offline',
    'confirmed',
    'email',
    'provider',
    'available_name',
    'name',
    'role',
    'thumbnail',
    'custom_role_id',
  ])
  assert.deepEqual((await ok('GET', `/conversations/${id}`)).meta.assignee, agent)
  for (const assignee_id of [0, null, '', '0']) {
    await ok('POST', url, { assignee_id: user.id })
    const { status, text } = await classic('POST', url, { assignee_id })
    assert.deepEqual([status, text], [200, 'null'])
    assert.ok(!('assignee' in (await ok('GET', `/conversations/${id}`)).meta))
  }
})

test('An agent or a team that is unknown, or of another workspace, is refused, and the conversation keeps its own', async () => {
  const elsewhere = await addAccount()
  const [theirTeam] = await sql<{ id: string }>`
    insert into teams (account_id, name, created_at, updated_at)
    values (${elsewhere.account_id}, 'ajeno', now(), now()) returning id`
  const { id } = await start()
  const team = await ok('POST', '/teams', { name: 'ventas' })
  const url = `/conversations/${id}/assignments`
  await ok('POST', url, { assignee_id: user.id })
  await ok('POST', url, { team_id: team.id })
  for (const body of [
    { assignee_id: 999999 },
    { assignee_id: 'x' },
    { assignee_id: Number(elsewhere.user.id) },
    { team_id: 999999 },
    { team_id: 'x' },
    { team_id: Number(theirTeam!.id) },
  ]) {
    const answer = await classic('POST', url, body)
    assert.equal(answer.status, 404, JSON.stringify(body))
    assert.ok(answer.body.error)
  }
  const { meta } = await ok('GET', `/conversations/${id}`)
  assert.deepEqual([meta.assignee.id, meta.team.id], [Number(user.id), team.id])
})

test('A team is set, returned as its row, and removed', async () => {
  const { id } = await start()
  const team = await ok('POST', '/teams', { name: 'soporte', description: 'De lunes a viernes' })
  const url = `/conversations/${id}/assignments`
  const { created_at, updated_at, ...row } = await ok('POST', url, { team_id: team.id })
  assert.ok(created_at && updated_at)
  const { is_member: _, ...shown } = team
  assert.deepEqual(row, shown)
  assert.equal((await ok('GET', `/conversations/${id}`)).meta.team.id, team.id)
  assert.equal((await classic('POST', url, { team_id: 0 })).text, 'null')
  assert.ok(!('team' in (await ok('GET', `/conversations/${id}`)).meta))
  assert.equal((await classic('POST', url, {})).text, 'null')
  assert.equal((await classic('POST', url, { assignee_id: 1, assignee_type: 'AgentBot' })).status, 404)
})

test('A conversation is marked as read and as unread', async () => {
  const { id } = await start()
  await ok('POST', `/conversations/${id}/messages`, { content: 'Hola', message_type: 'incoming' })
  assert.equal((await ok('GET', `/conversations/${id}`)).unread_count, 1)
  const seen = await ok('POST', `/conversations/${id}/update_last_seen`)
  assert.equal(seen.unread_count, 0)
  assert.ok(seen.agent_last_seen_at > 0)
  const unread = await ok('POST', `/conversations/${id}/unread`)
  assert.deepEqual([unread.unread_count, unread.agent_last_seen_at], [1, 0])
})

test('Typing is signalled with an empty answer', async () => {
  const { id } = await start()
  for (const typing_status of ['on', 'off']) {
    const body = { typing_status, is_private: 'true' }
    const { status, text } = await classic('POST', `/conversations/${id}/toggle_typing_status`, body)
    assert.deepEqual([status, text], [200, ''])
  }
})

test('Muting blocks the contact and resolves; unmuting unblocks them', async () => {
  const { id } = await start()
  const muted = await classic('POST', `/conversations/${id}/mute`)
  assert.deepEqual([muted.status, muted.text], [200, ''])
  const after = await ok('GET', `/conversations/${id}`)
  assert.deepEqual([after.muted, after.status, after.meta.sender.blocked], [true, 'resolved', true])
  const refused = await classic('POST', `/conversations/${id}/messages`, { content: 'Oiga', message_type: 'incoming' })
  assert.equal(refused.status, 403)
  assert.equal((await classic('POST', `/conversations/${id}/unmute`)).text, '')
  assert.equal((await ok('GET', `/conversations/${id}`)).muted, false)
})
