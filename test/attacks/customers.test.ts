import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { route } from '#kernel/operation.ts'
import { registry } from '#registry'
import { openClassicNode } from '#test/classic.ts'
import { openListener } from '#test/listener.ts'
import { until } from '#test/wait.ts'

/*
 * Agents who see only their own conversations, and keys with few scopes, neither destroy nor divert the conversations of
 * others, and do not act as their customers.
 */

const { rest, key, makeKey, makeUser, sql, account_id, ask, ok, url } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'App', channel: { type: 'api' } })
const inbox_id = String(inbox.id)
const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}`
const [own1, own2] = [await restricted(), await restricted()]

test('An agent cannot delete or merge away a contact whose conversations they may not all see', async () => {
  const theirs = await customer(own2)
  const mine = await customer(own1)
  assert.equal((await rest('GET', `/conversations/${theirs.conversation_id}`, { key: own1.key })).status, 404)
  const refused = await rest('DELETE', `/contacts/${theirs.contact_id}`, { key: own1.key })
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  assert.match(refused.body.detail, /conversations you can’t see/)
  const body = { duplicate_contact_id: theirs.contact_id }
  const merge = await rest('POST', `/contacts/${mine.contact_id}/merge`, { key: own1.key, body })
  assert.equal(merge.status, 403)
  const read = await rest('GET', `/conversations/${theirs.conversation_id}`, { key: own2.key })
  assert.equal(read.status, 200, 'it is still there')
  for (const [contact_id, by] of [
    [mine.contact_id, own1.key],
    [theirs.contact_id, key],
  ] as const)
    assert.equal((await rest('DELETE', `/contacts/${contact_id}`, { key: by })).status, 200)
})

test('A key that may not change conversations cannot delete a contact that has some', async () => {
  const { contact_id, conversation_id } = await customer(own2)
  const narrow = await makeKey('custom', ['contacts:read', 'contacts:write'])
  const refused = await rest('DELETE', `/contacts/${contact_id}`, { key: narrow })
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  assert.match(refused.body.detail, /conversations:write/)
  assert.equal((await rest('GET', `/conversations/${conversation_id}`, { key })).status, 200)
  const bare = await rest<{ id: string }>('POST', '/contacts', {
    key,
    body: { name: 'Sola', email: 'sola@example.com' },
  })
  assert.equal((await rest('DELETE', `/contacts/${bare.body.id}`, { key: narrow })).status, 200)
})

test('A channel with conversations is deleted only by those who may see and change them all', async () => {
  await customer(own2)
  const admin = await makeUser('administrator')
  await sql`update memberships set visibility = 'own' where account_id = ${account_id} and user_id = ${admin.id}`
  for (const by of [
    await makeKey('custom', ['workspace:read', 'workspace:write', 'workspace:setup']),
    await makeKey('full', [], admin.id),
  ]) {
    const refused = await rest('DELETE', `/inboxes/${inbox_id}`, { key: by })
    assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'])
  }
})

test('Starting a conversation does not divert the customer of another agent', async () => {
  const { contact_id, conversation_id, source_id } = await customer(own2)
  const start = (by: string) => rest('POST', '/conversations', { key: by, body: { contact_id, inbox_id } })
  const refused = await start(own1.key)
  assert.deepEqual([refused.status, refused.body.code], [409, 'invalid_state'])
  const path = `${root}/contacts/${source_id}/conversations/${conversation_id}/messages`
  assert.equal((await ask('POST', path, { content: 'Sigo esperando' })).status, 200)
  assert.equal(await lastMessage(conversation_id), 'Sigo esperando')

  await rest('POST', `/conversations/${conversation_id}/resolve`, { key: own2.key, body: {} })
  assert.equal((await start(own1.key)).status, 201, 'once it is resolved, another may begin')
})

test('A customer still reaches a conversation when an agent starts a newer one', async () => {
  const { contact_id, conversation_id, source_id } = await customer(own2)
  const newer = await rest<{ id: string }>('POST', '/conversations', { key, body: { contact_id, inbox_id } })
  const all = `${root}/contacts/${source_id}/conversations`
  assert.equal((await ask('GET', `${all}/${conversation_id}`)).body.id, Number(conversation_id))
  await ask('POST', `${all}/${conversation_id}/messages`, { content: 'A la primera' })
  await ask('POST', `${all}/${newer.body.id}/messages`, { content: 'A la segunda' })
  assert.deepEqual(await Promise.all([conversation_id, newer.body.id].map(lastMessage)), [
    'A la primera',
    'A la segunda',
  ])

  assert.equal((await ask('POST', `${all}/${newer.body.id}/toggle_status`)).body.status, 'resolved')
  const next = { source_id, content: 'Otra vez' }
  await rest('POST', `/inboxes/${inbox_id}/messages`, { key, body: next })
  assert.equal(await lastMessage(conversation_id), 'Otra vez', 'a message without an id goes to the open conversation')
  const other = await customer(own2)
  assert.equal((await ask('GET', `${all}/${other.conversation_id}`)).status, 404)
})

test('A source_id is shown only to those who may send messages and see a conversation of the customer', async () => {
  const { contact_id, conversation_id, source_id } = await customer(own2)
  const path = `${root}/contacts/${source_id}/conversations/${conversation_id}/messages`
  await ask('POST', path, { content: 'ornitorrinco', echo_id: 'uno' })
  const readOnly = await makeKey('read_only')
  const narrow = await makeKey('custom', [
    'contacts:read',
    'contacts:write',
    'conversations:read',
    'conversations:write',
  ])
  const answers: Record<string, { status: number; text: string }> = {}
  for (const [name, op] of Object.entries(registry)) {
    const { method, path, params } = route(op)
    if (method !== 'GET' || params.some((each) => each !== 'contact_id' && each !== 'conversation_id')) continue
    const filled = path.replace(':contact_id', contact_id).replace(':conversation_id', conversation_id)
    const query = `?${new URLSearchParams(searches[name]?.(contact_id) ?? {}).toString()}`
    for (const [who, by] of Object.entries({ 'read-only key': readOnly, 'another agent': own1.key }))
      answers[`${name} by ${who}`] = await rest('GET', filled + query, { key: by })
  }
  const tool = await rest('POST', '/api/mcp', {
    key: readOnly,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_contact', arguments: { contact_id } } },
    headers: { accept: 'application/json, text/event-stream' },
  })
  answers['get_contact as a tool'] = tool
  answers['an answer to a change'] = await rest('POST', `/conversations/${conversation_id}/unread`, {
    key: narrow,
    body: {},
  })
  for (const [what, { status, text }] of Object.entries(answers)) {
    assert.ok(status < 500, `${what}: ${text}`)
    assert.ok(!text.includes(source_id), what)
  }
  for (const what of ['get_contact', 'get_contacts', 'list_conversations', 'search_messages'])
    assert.equal(answers[`${what} by read-only key`]!.status, 200, what)

  for (const by of [key, own2.key]) {
    for (const path of [`/contacts/${contact_id}`, `/conversations/${conversation_id}`])
      assert.ok((await rest('GET', path, { key: by })).text.includes(source_id), 'those who may send see it')
  }
})

const searches: Record<string, (contact_id: string) => Record<string, string>> = {
  get_contacts: (contact_ids) => ({ contact_ids }),
  search_messages: () => ({ query: 'ornitorrinco' }),
  list_conversations: () => ({ status: 'all' }),
}

test('A source_id cannot be found out letter by letter with a filter or a rule', async () => {
  const { conversation_id, source_id } = await customer(own2)
  const filter = { any: [{ all: [{ field: 'source_id', operator: 'starts_with', values: [source_id[0]] }] }] }
  const query = `?filter=${encodeURIComponent(JSON.stringify(filter))}`
  for (const path of [`/conversations${query}`, `/conversations/count${query}`]) {
    const refused = await rest('GET', path, { key: await makeKey('read_only') })
    assert.deepEqual([refused.status, refused.body.code], [403, 'permission_denied'], path)
    assert.equal((await rest('GET', path, { key })).status, 200)
  }
  const rule = {
    event: 'conversation.created',
    conditions: filter,
    actions: [{ type: 'set_priority', priority: 'high' }],
    subject_id: conversation_id,
  }
  const scopes = ['workspace:read', 'workspace:write', 'conversations:read', 'conversations:write']
  const tried = await rest('POST', '/automation-rules/test', { key: await makeKey('custom', scopes), body: rule })
  assert.deepEqual([tried.status, tried.body.code], [403, 'permission_denied'], tried.text)
  assert.equal((await rest('POST', '/automation-rules/test', { key, body: rule })).status, 200)
})

test('A key that may not send messages cannot give a contact an identity to act with', async () => {
  const { contact_id } = await customer(own2)
  const narrow = await makeKey('custom', ['contacts:read', 'contacts:write'])
  const body = { inbox_id, source_id: randomUUID() }
  for (const [path, by] of [
    [`/contacts/${contact_id}/identities`, narrow],
    [`/contacts/${contact_id}/identities`, own1.key],
    ['/contacts/known', narrow],
  ] as const) {
    const answer = await rest('POST', path, {
      key: by,
      body: { ...body, ...(path.endsWith('known') && { name: 'Eva' }) },
    })
    assert.deepEqual([answer.status, answer.body.code], [403, 'permission_denied'], path)
  }
  assert.equal((await rest('POST', `/contacts/${contact_id}/identities`, { key, body })).status, 201)
})

test('Streams show a source_id only to those who may send messages', async () => {
  const listeners = await Promise.all(
    [key, await makeKey('read_only')].map((each) =>
      openListener(`${url}/api/v1/live`, { headers: { authorization: `Bearer ${each}` } }),
    ),
  )
  const { source_id, conversation_id } = await customer(own2)
  const path = `${root}/contacts/${source_id}/conversations/${conversation_id}`
  await ask('POST', `${path}/messages`, { content: 'Hola', echo_id: 'dos' })
  await ask('POST', `${path}/toggle_typing`, { typing_status: 'on' })
  const received = await Promise.all(
    listeners.map(async (listener) => {
      const own = () =>
        listener.events.filter(
          ({ name, data }) =>
            /^(conversation|message)\./.test(name) && JSON.stringify(data).includes(`"id":"${conversation_id}"`),
        )
      await until(() => own().some(({ name }) => name === 'conversation.typing'), 'the last event arrives')
      listener.close()
      return own()
    }),
  )
  assert.ok(received[0]!.every(({ data }) => JSON.stringify(data).includes(source_id)))
  assert.ok(received[1]!.length >= 3 && !JSON.stringify(received[1]).includes(source_id))
})

test('A webhook shows a source_id only if its maker may send messages', async () => {
  const scopes = ['webhooks:read', 'webhooks:write', 'conversations:read', 'contacts:read']
  const keys = [key, await makeKey('custom', scopes)]
  const hooks = await Promise.all(
    keys.map(async (by) => {
      const body = { url: 'https://example.com/hook', events: ['message.received', 'conversation.created'] }
      return (await rest<{ id: string }>('POST', '/webhooks', { key: by, body })).body.id
    }),
  )
  const { source_id } = await customer(own2)
  const bodies = (webhook_id: string) => sql<{ body: string }>`
    select body from webhook_deliveries where webhook_id = ${webhook_id} and body like ${`%Cliente ${source_id.slice(0, 4)}%`}`
  await until(async () => (await Promise.all(hooks.map(bodies))).every(({ length }) => length === 2), 'both are queued')
  const [open, narrow] = await Promise.all(hooks.map(async (id) => JSON.stringify(await bodies(id))))
  assert.ok(open!.includes(source_id) && !narrow!.includes(source_id))
})

test('A program can have a token for its customer, and an inbox can require it', async () => {
  const strict = await rest<{ id: string; token: string }>('POST', '/inboxes', {
    key,
    body: { name: 'Estricta', channel: 'api', settings: { requires_contact_token: true } },
  })
  const base = `/public/api/v1/inboxes/${strict.body.token}`
  const { body: made } = await ask('POST', `${base}/contacts`, { name: 'Ana' })
  const { source_id, contact_token } = made
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const path = `${base}/contacts/${source_id}`
  const { id } = (await ask('POST', `${path}/conversations`, undefined, bearer(contact_token))).body
  for (const [method, address, body] of [
    ['GET', path],
    ['PATCH', path, { name: 'Otra' }],
    ['GET', `${path}/conversations`],
    ['POST', `${path}/conversations/${id}/messages`, { content: 'Soy yo' }],
    ['POST', `${base}/contacts`, { source_id, name: 'Otra' }],
  ] as const) {
    const refused = await ask(method, address, body)
    assert.equal(refused.status, 401, `${method} ${address}`)
    assert.equal((await ask(method, address, body, bearer(`${contact_token}x`))).status, 401, 'a forged token')
  }
  const stranger = (await ask('POST', `${base}/contacts`, { name: 'Eva' })).body
  assert.equal((await ask('GET', path, undefined, bearer(stranger.contact_token))).status, 401, 'of somebody else')
  const elsewhere = (await ask('POST', `${root}/contacts`, { name: 'Eva' })).body
  assert.equal((await ask('GET', path, undefined, bearer(elsewhere.contact_token))).status, 401, 'of another inbox')

  assert.equal((await ask('GET', path, undefined, bearer(contact_token))).body.name, 'Ana')
  const sent = await ask('POST', `${path}/conversations/${id}/messages`, { content: 'Hola' }, bearer(contact_token))
  assert.equal(sent.status, 200)
  const again = await ask('POST', `${base}/contacts`, { name: 'Ana R.' }, bearer(contact_token))
  assert.deepEqual([again.body.source_id, again.body.name], [source_id, 'Ana R.'], 'the token identifies them')
  const preflight = await ask('OPTIONS', path, undefined, { 'access-control-request-headers': 'authorization' })
  assert.match(preflight.headers.get('access-control-allow-headers')!, /authorization/)
})

/** An agent who sees only their own conversations, with a key. */
async function restricted() {
  const user = await makeUser('agent')
  await sql`update memberships set visibility = 'own' where account_id = ${account_id} and user_id = ${user.id}`
  return { ...user, key: await makeKey('full', [], user.id) }
}

/** A customer of the inbox with a conversation assigned to the agent. */
async function customer(agent: { id: string }) {
  const source_id = randomUUID()
  const body = { source_id, content: 'Hola', contact: { name: `Cliente ${source_id.slice(0, 4)}` } }
  const answer = await rest<{ conversation: { id: string; contact: { id: string } } }>(
    'POST',
    `/inboxes/${inbox_id}/messages`,
    { key, body },
  )
  const { id: conversation_id, contact } = answer.body.conversation
  await rest('POST', `/conversations/${conversation_id}/assignee`, { key, body: { agent: agent.id } })
  return { source_id, conversation_id, contact_id: contact.id }
}

async function lastMessage(conversation_id: string): Promise<string> {
  const { body } = await rest<{ last_message: { preview: string } }>('GET', `/conversations/${conversation_id}`, {
    key,
  })
  return body.last_message.preview
}
