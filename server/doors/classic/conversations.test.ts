import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { classic, ok, user, makeUser, addAccount, tokenOf, account_id } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const site = await ok('POST', '/inboxes', { name: 'Sitio', channel: { type: 'web_widget' } })
const contact = (await ok('POST', '/contacts', { name: 'Ana', email: 'ana@example.com', inbox_id: inbox.id })).payload
  .contact
const team = await ok('POST', '/teams', { name: 'ventas' })

const start = (body: object = {}): Promise<Loose> =>
  ok('POST', '/conversations', { contact_id: contact.id, inbox_id: inbox.id, ...body })

test('A conversation is created with numeric or text ids and returned unwrapped', async () => {
  const made = await ok('POST', '/conversations', { contact_id: String(contact.id), inbox_id: String(inbox.id) })
  assert.deepEqual(Object.keys(made), [
    'meta',
    'id',
    'messages',
    'account_id',
    'uuid',
    'additional_attributes',
    'agent_last_seen_at',
    'assignee_last_seen_at',
    'can_reply',
    'contact_last_seen_at',
    'custom_attributes',
    'inbox_id',
    'labels',
    'muted',
    'snoozed_until',
    'status',
    'created_at',
    'updated_at',
    'timestamp',
    'first_reply_created_at',
    'unread_count',
    'last_non_activity_message',
    'last_activity_at',
    'priority',
    'waiting_since',
    'sla_policy_id',
  ])
  assert.equal(made.status, 'open')
  assert.equal(made.account_id, Number(account_id))
  assert.equal(made.meta.sender.id, contact.id)
  assert.equal(made.meta.channel, 'Channel::Api')
  assert.deepEqual(await ok('GET', `/conversations/${made.id}`), made)
})

test('A conversation is created with all fields sent', async () => {
  const until = Math.floor(Date.now() / 1000) + 3600
  const made = await start({
    status: 'snoozed',
    snoozed_until: until,
    assignee_id: Number(user.id),
    team_id: team.id,
    custom_attributes: { paso: 1 },
    additional_attributes: { origen: 'feria' },
    message: { content: 'Buenas', template_params: { name: 'bienvenida', language: 'es' } },
  })
  assert.equal(made.status, 'snoozed')
  assert.equal(Date.parse(made.snoozed_until), until * 1000)
  assert.equal(made.meta.assignee.id, Number(user.id))
  assert.equal(made.meta.team.id, team.id)
  assert.deepEqual(made.custom_attributes, { paso: 1 })
  assert.deepEqual(made.additional_attributes, { origen: 'feria' })
  const [message] = made.messages
  assert.equal(message.content, 'Buenas')
  assert.equal(message.message_type, 1)
  assert.deepEqual(message.content_attributes, { template_params: { name: 'bienvenida', language: 'es' } })
  assert.deepEqual(made.last_non_activity_message, message)
})

test('A source_id is enough to create a conversation; a conflicting one is refused', async () => {
  const { payload } = await ok('POST', '/contacts', { name: 'Eva', inbox_id: inbox.id, source_id: 'w-eva' })
  const made = await ok('POST', '/conversations', { source_id: 'w-eva' })
  assert.equal(made.meta.sender.id, payload.contact.id)
  assert.equal(made.inbox_id, inbox.id)
  const taken = await classic('POST', '/conversations', {
    contact_id: contact.id,
    inbox_id: inbox.id,
    source_id: 'w-eva',
  })
  assert.equal(taken.status, 422)
  assert.deepEqual(taken.body.attributes, ['source_id'])
  assert.equal((await classic('POST', '/conversations', { source_id: 'nobody' })).status, 404)
  assert.equal((await classic('POST', '/conversations', {})).status, 422)
})

test('A contact without an identity in the inbox gets one', async () => {
  const made = await start({ inbox_id: site.id })
  assert.equal(made.meta.channel, 'Channel::WebWidget')
  const { payload } = await ok('GET', `/contacts/${contact.id}`)
  const inboxes = payload.contact_inboxes.map((each: Loose) => each.inbox.id)
  assert.deepEqual(inboxes, [inbox.id, site.id])
})

test('The priority is set and removed by either route', async () => {
  const { id } = await start()
  assert.equal((await ok('PATCH', `/conversations/${id}`, { priority: 'high' })).priority, 'high')
  assert.equal((await ok('PATCH', `/conversations/${id}`, {})).priority, 'high')
  const toggled = await classic('POST', `/conversations/${id}/toggle_priority`, { priority: 'urgent' })
  assert.deepEqual([toggled.status, toggled.text], [200, ''])
  assert.equal((await ok('GET', `/conversations/${id}`)).priority, 'urgent')
  await ok('POST', `/conversations/${id}/toggle_priority`, { priority: null })
  assert.equal((await ok('GET', `/conversations/${id}`)).priority, null)
  assert.equal((await classic('POST', `/conversations/${id}/toggle_priority`, { priority: 'huge' })).status, 422)
})

test('Labels are replaced as a whole, and new words become labels', async () => {
  const { id } = await start()
  const url = `/conversations/${id}/labels`
  assert.deepEqual(await ok('POST', url, { labels: ['soporte', 'urgente'] }), { payload: ['soporte', 'urgente'] })
  assert.deepEqual(await ok('GET', url), { payload: ['soporte', 'urgente'] })
  assert.deepEqual(await ok('POST', url, { labels: ['SOPORTE'] }), { payload: ['soporte'] })
  assert.deepEqual((await ok('GET', `/conversations/${id}`)).labels, ['soporte'])
  assert.deepEqual(await ok('POST', url, { labels: [] }), { payload: [] })
})

test('Custom attributes are replaced unless a merge is requested', async () => {
  const { id } = await start({ custom_attributes: { a: 1 } })
  const url = `/conversations/${id}/custom_attributes`
  assert.deepEqual(await ok('POST', url, { custom_attributes: { b: 2 } }), { custom_attributes: { b: 2 } })
  const merged = await ok('POST', url, { custom_attributes: { c: 'x' }, merge: true })
  assert.deepEqual(merged, { custom_attributes: { b: 2, c: 'x' } })
})

test('Participants are added, replaced and removed', async () => {
  const { id } = await start()
  const [eva, leo] = [await makeUser('agent'), await makeUser('agent')]
  const url = `/conversations/${id}/participants`
  const ids = (people: Loose) => people.map((each: { id: number }) => String(each.id)).sort()
  assert.deepEqual(await ok('GET', url), [])
  assert.deepEqual(ids(await ok('POST', url, { user_ids: [Number(eva.id)] })), [eva.id])
  assert.deepEqual(ids(await ok('POST', url, { user_ids: [leo.id] })), [eva.id, leo.id].sort())
  const [shown] = await ok('PATCH', url, { user_ids: [Number(leo.id)] })
  assert.equal(shown.email, leo.email)
  assert.equal(shown.role, 'agent')
  const gone = await classic('DELETE', url, { user_ids: [Number(leo.id)] })
  assert.deepEqual([gone.status, gone.text], [200, ''])
  assert.deepEqual(await ok('GET', url), [])
  assert.equal((await classic('POST', url, { user_ids: [999999] })).status, 404)
})

test('Another account’s conversation is missing on every route', async () => {
  const { id } = await start()
  const message = await ok('POST', `/conversations/${id}/messages`, { content: 'Nuestro' })
  const other = await addAccount()
  const theirs = { account: other.account_id, token: await tokenOf(other.account_id) }
  const path = `/conversations/${id}`
  for (const [method, url, body] of [
    ['GET', path],
    ['PATCH', path, { priority: 'low' }],
    ['POST', `${path}/toggle_status`, { status: 'resolved' }],
    ['POST', `${path}/toggle_status`],
    ['POST', `${path}/toggle_priority`, { priority: 'low' }],
    ['POST', `${path}/assignments`, { assignee_id: 0 }],
    ['POST', `${path}/assignments`, { team_id: 0 }],
    ['GET', `${path}/labels`],
    ['POST', `${path}/labels`, { labels: ['mía'] }],
    ['POST', `${path}/custom_attributes`, { custom_attributes: { a: 1 } }],
    ['POST', `${path}/toggle_typing_status`, { typing_status: 'on' }],
    ['POST', `${path}/update_last_seen`],
    ['POST', `${path}/unread`],
    ['POST', `${path}/mute`],
    ['POST', `${path}/unmute`],
    ['GET', `${path}/participants`],
    ['PATCH', `${path}/participants`, { user_ids: [] }],
    ['GET', `${path}/messages`],
    ['POST', `${path}/messages`, { content: 'x' }],
    ['PATCH', `${path}/messages/${message.id}`, { status: 'read' }],
    ['DELETE', `${path}/messages/${message.id}`],
  ] as const) {
    const answer = await classic(method, url, body, theirs)
    assert.equal(answer.status, 404, `${method} ${url}`)
    assert.equal(answer.body.error, 'Resource could not be found')
  }
  const { payload } = await ok('GET', `${path}/messages`)
  assert.deepEqual(
    payload.map((each: Loose) => each.content),
    ['Nuestro'],
  )
})
