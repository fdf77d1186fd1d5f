import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Loose, openClassicNode } from '#test/classic.ts'

const { ask, classic, ok, rest, key } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'App móvil', channel: { type: 'api' } })
const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}`

const good = async (method: string, path: string, body?: unknown): Promise<Loose> => {
  const answer = await ask(method, root + path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.body
}
let count = 0
/** A customer with a conversation of their own. */
const enter = async () => {
  const contact = await good('POST', '/contacts', { name: `Cliente ${++count}` })
  const { id } = await good('POST', `/contacts/${contact.source_id}/conversations`)
  return { contact, id, path: `/contacts/${contact.source_id}/conversations/${id}` }
}
const proof = async (identifier: string) => {
  const { body } = await rest<{ identity_secret: string }>('GET', `/inboxes/${inbox.id}/identity-secret`, { key })
  return createHmac('sha256', body.identity_secret).update(identifier).digest('hex')
}

test('whoever can guess how a program knows a customer is not that customer', async () => {
  const source_id = '+573005556677'
  const body = { source_id, content: 'Mi clave es 1234', contact: { name: 'Rosa' } }
  const { body: received } = await rest<{ conversation: { id: string } }>('POST', `/inboxes/${inbox.id}/messages`, {
    key,
    body,
  })
  const theirs = `/contacts/${encodeURIComponent(source_id)}`
  for (const path of [
    theirs,
    `${theirs}/conversations`,
    `${theirs}/conversations/${received.conversation.id}/messages`,
  ]) {
    assert.equal((await ask('GET', root + path)).status, 404, path)
  }
  const { status, body: refused } = await ask('POST', `${root}/contacts`, { source_id, name: 'Otra' })
  assert.deepEqual([status, refused.attributes], [422, ['source_id']])
})

test('a customer needs no token: they introduce themselves and are known by their source_id', async () => {
  const made = await good('POST', '/contacts', { name: 'Ana', email: 'ana@example.com', phone_number: '+573001234567' })
  assert.deepEqual(Object.keys(made), ['source_id', 'pubsub_token', 'id', 'name', 'email'])
  assert.match(made.source_id, /^[0-9a-f-]{36}$/)
  assert.deepEqual([made.name, made.email], ['Ana', 'ana@example.com'])
  assert.deepEqual(await good('GET', `/contacts/${made.source_id}`), made)
  const { payload } = await ok('GET', `/contacts/${made.id}`)
  assert.equal(payload.phone_number, '+573001234567')
  assert.equal(payload.contact_inboxes[0].source_id, made.source_id)
  const renamed = await good('PATCH', `/contacts/${made.source_id}`, { name: 'Ana R.' })
  assert.deepEqual(renamed, { ...made, name: 'Ana R.' })
  const source_id = randomUUID()
  assert.equal((await good('POST', '/contacts', { source_id, name: 'Eva' })).source_id, source_id)
})

test('they have one conversation, empty until they write, and write into it', async () => {
  const { contact, id, path } = await enter()
  assert.deepEqual((await good('POST', `/contacts/${contact.source_id}/conversations`)).id, id)
  const said = await good('POST', `${path}/messages`, { content: 'Hola', echo_id: 'e:1' })
  const { id: message_id, created_at, ...rest } = said
  assert.ok(Number.isInteger(message_id) && Number.isInteger(created_at))
  assert.deepEqual(rest, {
    content: 'Hola',
    message_type: 0,
    content_type: 'text',
    content_attributes: {},
    conversation_id: id,
    sender: { id: contact.id, name: contact.name, thumbnail: '', type: 'contact' },
  })
  assert.equal((await good('POST', `${path}/messages`, { content: 'Hola', echo_id: 'e:1' })).id, message_id)
  const [listed] = await good('GET', `/contacts/${contact.source_id}/conversations`)
  assert.deepEqual([listed.id, listed.inbox_id, listed.status], [id, inbox.id, 'open'])
  assert.deepEqual(listed.messages, [said])
  assert.deepEqual(listed.contact, contact)
  assert.deepEqual(await good('GET', path), listed)
  assert.equal((await ok('GET', `/conversations/${id}`)).messages[0].content, 'Hola')
})

test('answers reach them, oldest first and by twenties, and notes never do', async () => {
  const { path, id } = await enter()
  const numbers: number[] = []
  for (let i = 0; i < 22; i++) {
    const body = { content: `r${i}`, private: false }
    numbers.push((await ok('POST', `/conversations/${id}/messages`, body)).id)
  }
  await ok('POST', `/conversations/${id}/messages`, { content: 'Solo nosotros', private: true })
  const contents = async (query = '') =>
    (await good('GET', `${path}/messages${query}`)).map((each: Loose) => each.content)
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `r${from + i}`)
  assert.deepEqual(await contents(), range(2, 22))
  assert.deepEqual(await contents(`?before=${numbers[2]}`), range(0, 2))
  const [answer] = await good('GET', `${path}/messages`)
  assert.deepEqual([answer.message_type, answer.sender.type, answer.sender.name], [1, 'user', 'Prueba'])
})

test('they send files by a form', async () => {
  const { path } = await enter()
  const form = new FormData()
  form.append('content', 'Mire')
  form.append('attachments[]', new Blob(['hola']), 'nota.txt')
  const said = await good('POST', `${path}/messages`, form)
  assert.deepEqual([said.content, said.attachments[0].file_size], ['Mire', 4])
})

test('they tell that they write, that they have seen, and that the matter is settled', async () => {
  const { path, id } = await enter()
  const typing = await ask('POST', `${root}${path}/toggle_typing`, { typing_status: 'on' })
  assert.deepEqual([typing.status, typing.text], [200, ''])
  await ok('POST', `/conversations/${id}/messages`, { content: 'Listo' })
  const seen = await ask('POST', `${root}${path}/update_last_seen`)
  assert.deepEqual([seen.status, seen.text], [200, ''])
  const [message] = (await ok('GET', `/conversations/${id}/messages`)).payload
  assert.equal(message.status, 'read')
  assert.equal((await good('POST', `${path}/toggle_status`)).status, 'resolved')
  assert.equal((await good('POST', `${path}/toggle_status`)).status, 'resolved')
  assert.equal((await ok('GET', `/conversations/${id}`)).status, 'resolved')
  await good('POST', `${path}/messages`, { content: 'Otra cosa' })
  assert.equal((await good('GET', path)).status, 'open')
})

test('who is vouched for is one person wherever they come from; a wrong proof is refused', async () => {
  const identifier_hash = await proof('erp-7')
  const first = await good('POST', '/contacts', { identifier: 'erp-7', identifier_hash, name: 'Luz' })
  const { id } = await good('POST', `/contacts/${first.source_id}/conversations`)
  const second = await good('POST', '/contacts', { identifier: 'erp-7', identifier_hash })
  assert.deepEqual([second.source_id, second.id, second.name], [first.source_id, first.id, 'Luz'])
  assert.equal((await good('GET', `/contacts/${second.source_id}/conversations`))[0].id, id)
  const { payload } = await ok('GET', `/contacts/${first.id}`)
  assert.equal(payload.identifier, 'erp-7')
  const forged = await ask('POST', `${root}/contacts`, { identifier: 'erp-7', identifier_hash: '00' })
  assert.equal(forged.status, 422)
  assert.ok(forged.body.error)
  const unproved = await good('POST', '/contacts', { identifier: 'erp-7', name: 'Quien sea' })
  assert.notEqual(unproved.id, first.id)
})

test('where the inbox asks for proof, an identifier without it is refused', async () => {
  const strict = await ok('POST', '/inboxes', { name: 'Estricto', channel: { type: 'api', hmac_mandatory: true } })
  const { status } = await ask('POST', `/public/api/v1/inboxes/${strict.inbox_identifier}/contacts`, {
    identifier: 'erp-7',
  })
  assert.equal(status, 422)
})

test('nobody reads another’s: not by number, not in another inbox, not in a live chat', async () => {
  const [one, two] = [await enter(), await enter()]
  const elsewhere = await ok('POST', '/inboxes', { name: 'Otra', channel: { type: 'api' } })
  const site = await ok('POST', '/inboxes', { name: 'Sitio', channel: { type: 'web_widget' } })
  for (const path of [
    `${root}/contacts/nobody`,
    `${root}/contacts/nobody/conversations`,
    `${root}/contacts/${one.contact.source_id}/conversations/${two.id}`,
    `${root}/contacts/${one.contact.source_id}/conversations/${two.id}/messages`,
    `/public/api/v1/inboxes/${elsewhere.inbox_identifier}/contacts/${one.contact.source_id}`,
    `/public/api/v1/inboxes/${site.website_token}`,
    `/public/api/v1/inboxes/${site.website_token}/contacts/${one.contact.source_id}`,
    '/public/api/v1/inboxes/nothing',
    '/public/api/v1/inboxes/%00',
  ]) {
    const { status, body } = await ask('GET', path)
    assert.equal(status, 404, path)
    assert.equal(body.error, 'Resource could not be found')
  }
  for (const what of ['messages', 'toggle_status', 'toggle_typing', 'update_last_seen']) {
    const path = `${root}/contacts/${one.contact.source_id}/conversations/${two.id}/${what}`
    assert.equal((await ask('POST', path, { content: 'x' })).status, 404, what)
  }
  assert.equal((await ok('GET', `/conversations/${two.id}`)).status, 'open')
})

test('the e-mail of another contact, typed by a customer, makes nobody them', async () => {
  const { payload } = await ok('POST', '/contacts', { name: 'Dueña', email: 'duena@example.com' })
  const made = await good('POST', '/contacts', { name: 'Otra', email: 'duena@example.com' })
  assert.notEqual(made.id, payload.contact.id)
  assert.equal((await ok('GET', `/contacts/${payload.contact.id}`)).payload.name, 'Dueña')
})

test('a blocked customer is not let in', async () => {
  const { contact, path } = await enter()
  await ok('PATCH', `/contacts/${contact.id}`, { blocked: true })
  const { status, body } = await ask('POST', `${root}${path}/messages`, { content: 'Oiga' })
  assert.equal(status, 403)
  assert.ok(body.error)
})

test('an inbox says what it is, and any page may ask', async () => {
  const { status, body, headers } = await ask('GET', root)
  assert.equal(status, 200)
  assert.equal(body.name, 'App móvil')
  assert.equal(headers.get('access-control-allow-origin'), '*')
  const preflight = await ask('OPTIONS', `${root}/contacts`, undefined, { 'access-control-request-method': 'POST' })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
})

test('an address may call so many times a minute, and is then told when to come back', async () => {
  const strict = await openClassicNode({ HILO_CLASSIC_IP_LIMIT: '5' })
  const { inbox_identifier } = await strict.ok('POST', '/inboxes', { name: 'A', channel: { type: 'api' } })
  const calls = Array.from({ length: 8 }, () => strict.ask('GET', `/public/api/v1/inboxes/${inbox_identifier}`))
  const refused = (await Promise.all(calls)).filter(({ status }) => status === 429)
  assert.equal(refused.length, 3)
  assert.ok(Number(refused[0]!.headers.get('retry-after')) >= 1)
})

test('the routes of the account stay closed to customers', async () => {
  const { contact } = await enter()
  assert.equal((await classic('GET', '/contacts', undefined, { token: contact.source_id })).status, 401)
})
