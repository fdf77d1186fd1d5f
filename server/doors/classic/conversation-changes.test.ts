import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const contact = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com' })).payload.contact
const start = (): Promise<Loose> => ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id })

test('the status is set as asked, and answered with the conversation’s number', async () => {
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

test('without a status, what is open is resolved and everything else opened', async () => {
  const { id } = await start()
  const toggled = async () => (await ok('POST', `/conversations/${id}/toggle_status`)).payload.current_status
  assert.deepEqual([await toggled(), await toggled()], ['resolved', 'open'])
  await ok('POST', `/conversations/${id}/toggle_status`, { status: 'pending' })
  assert.equal(await toggled(), 'open')
})

test('a snooze without a moment lasts until the customer writes', async () => {
  const { id } = await start()
  const { payload } = await ok('POST', `/conversations/${id}/toggle_status`, { status: 'snoozed' })
  assert.deepEqual([payload.current_status, payload.snoozed_until], ['snoozed', null])
  await ok('POST', `/conversations/${id}/messages`, { content: 'Sigo aquí', message_type: 'incoming' })
  assert.equal((await ok('GET', `/conversations/${id}`)).status, 'open')
})

test('a status there is not, and a snooze to the past, are refused', async () => {
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

test('an agent is assigned and answered; whoever there is not takes the agent away', async () => {
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
  for (const assignee_id of [0, null, 999999, 'x']) {
    await ok('POST', url, { assignee_id: user.id })
    const { status, text } = await classic('POST', url, { assignee_id })
    assert.deepEqual([status, text], [200, 'null'])
    assert.ok(!('assignee' in (await ok('GET', `/conversations/${id}`)).meta))
  }
})

test('a team is assigned and answered as its row, and taken away', async () => {
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

test('what the team has seen is told, and can be undone', async () => {
  const { id } = await start()
  await ok('POST', `/conversations/${id}/messages`, { content: 'Hola', message_type: 'incoming' })
  assert.equal((await ok('GET', `/conversations/${id}`)).unread_count, 1)
  const seen = await ok('POST', `/conversations/${id}/update_last_seen`)
  assert.equal(seen.unread_count, 0)
  assert.ok(seen.agent_last_seen_at > 0)
  const unread = await ok('POST', `/conversations/${id}/unread`)
  assert.deepEqual([unread.unread_count, unread.agent_last_seen_at], [1, 0])
})

test('that somebody writes is said, and nothing answered', async () => {
  const { id } = await start()
  for (const typing_status of ['on', 'off']) {
    const body = { typing_status, is_private: 'true' }
    const { status, text } = await classic('POST', `/conversations/${id}/toggle_typing_status`, body)
    assert.deepEqual([status, text], [200, ''])
  }
})

test('muting blocks the contact and resolves; unmuting lets them in again', async () => {
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
