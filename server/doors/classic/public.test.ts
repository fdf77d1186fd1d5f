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
/** A new customer with a conversation. */
const enter = async () => {
  const { contact_token, ...contact } = await good('POST', '/contacts', { name: `Cliente ${++count}` })
  const { id } = await good('POST', `/contacts/${contact.source_id}/conversations`)
  return { contact, contact_token, id, path: `/contacts/${contact.source_id}/conversations/${id}` }
}
const proof = async (identifier: string) => {
  const { body } = await rest<{ identity_secret: string }>('GET', `/inboxes/${inbox.id}/identity-secret`, { key })
  return createHmac('sha256', body.identity_secret).update(identifier).digest('hex')
}

test('A guessable source_id does not give access to a customer', async () => {
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

test('A customer needs no token and is recognised by their source_id', async () => {
  const details = { name: 'Ana', email: 'ana@example.com', phone_number: '+573001234567' }
  const answer = await good('POST', '/contacts', details)
  const { contact_token, ...made } = answer
  assert.deepEqual(Object.keys(made), ['source_id', 'pubsub_token', 'id', 'name', 'email'])
  assert.match(contact_token, /^v1\./)
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

test('A customer’s number is stored in one form, and a linked id is not taken for a number', async () => {
  const made = await good('POST', '/contacts', { name: 'Lupe', phone_number: '+5215512345678' })
  assert.equal((await ok('GET', `/contacts/${made.id}`)).payload.phone_number, '+525512345678')
  const [identifier, phone_number] = ['187654321098765@lid', '+187654321098765']
  const hidden = await good('POST', '/contacts', { name: 'Oculta', identifier, phone_number })
  assert.equal((await ok('GET', `/contacts/${hidden.id}`)).payload.phone_number, null)
})

test('A customer has one conversation and writes into it', async () => {
  const { contact, id, path } = await enter()
  assert.deepEqual((await good('POST', `/contacts/${contact.source_id}/conversations`)).id, id)
  const message = await good('POST', `${path}/messages`, { content: 'Hola', echo_id: 'e:1' })
  const { id: message_id, created_at, ...rest } = message
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
  assert.deepEqual(listed.messages, [message])
  assert.deepEqual(listed.contact, contact)
  assert.deepEqual(await good('GET', path), listed)
  assert.equal((await ok('GET', `/conversations/${id}`)).messages[0].content, 'Hola')
})

test('Customers read replies oldest first, twenty per page, and never notes', async () => {
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

test('Customers send files as a form', async () => {
  const { path } = await enter()
  const form = new FormData()
  form.append('content', 'Mire')
  form.append('attachments[]', new Blob(['hola']), 'nota.txt')
  const message = await good('POST', `${path}/messages`, form)
  assert.deepEqual([message.content, message.attachments[0].file_size], ['Mire', 4])
})

test('Customers signal typing, mark as seen and resolve', async () => {
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

test('A verified customer is one person on every device; a wrong proof is refused', async () => {
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
  assert.notEqual(unproved.source_id, first.source_id)
  assert.deepEqual(await good('GET', `/contacts/${unproved.source_id}/conversations`), [])
  assert.equal((await ok('GET', `/contacts/${first.id}`)).payload.name, 'Luz')
})

test('An inbox that requires verification refuses an unproven identifier', async () => {
  const strict = await ok('POST', '/inboxes', { name: 'Estricto', channel: { type: 'api', hmac_mandatory: true } })
  const { status } = await ask('POST', `/public/api/v1/inboxes/${strict.inbox_identifier}/contacts`, {
    identifier: 'erp-7',
  })
  assert.equal(status, 422)
})

test('A customer cannot read another’s conversation', async () => {
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

test('A known person gets a new source_id, and sees and changes nothing of their record', async () => {
  const details = { name: 'Dueña', identifier: 'erp-9', email: 'duena@example.com', phone_number: '+573009990001' }
  const { payload } = await ok('POST', '/contacts', { ...details, inbox_id: inbox.id })
  const { id } = payload.contact
  const opened = await ok('POST', '/conversations', { contact_id: id, inbox_id: inbox.id })
  await ok('POST', `/conversations/${opened.id}/messages`, { content: 'Su saldo es 10', private: false })
  for (const named of [
    { identifier: 'erp-9', email: 'otra@example.com' },
    { email: 'Duena@example.com', phone_number: '+573009990002' },
    { phone_number: '+573009990001' },
  ]) {
    const { contact_token, ...made } = await good('POST', '/contacts', { name: 'Otra', ...named })
    assert.deepEqual(made, { id, source_id: made.source_id, pubsub_token: null })
    const own = `/contacts/${made.source_id}`
    assert.deepEqual(await good('GET', `${own}/conversations`), [])
    assert.equal((await ask('GET', `${root}${own}/conversations/${opened.id}`)).status, 404)
    await good('PATCH', own, { name: 'Robada', email: 'robada@example.com', custom_attributes: { plan: 'x' } })
    await good('POST', '/contacts', { source_id: made.source_id, name: 'Robada', identifier: 'robado' })
    const talk = await good('POST', `${own}/conversations`)
    const message = await good('POST', `${own}/conversations/${talk.id}/messages`, { content: 'Soy yo' })
    const headers = { authorization: `Bearer ${contact_token}` }
    const seen = [await ask('GET', root + own), await ask('GET', '/api/v1/widget/chat', undefined, headers)]
    for (const text of [...seen.map((each) => each.text), JSON.stringify([made, talk, message])])
      assert.doesNotMatch(text, /Dueña|duena|saldo|573009990001|erp-9/)
  }
  const after = (await ok('GET', `/contacts/${id}`)).payload
  for (const [field, value] of Object.entries(details)) assert.equal(after[field], value, field)
  assert.deepEqual(after.custom_attributes, {})
  assert.equal(after.contact_inboxes.length, 4)
  // A message to them goes to the identity nobody claimed.
  const next = await ok('POST', '/conversations', { contact_id: id, inbox_id: inbox.id })
  assert.equal(next.last_non_activity_message, null)
  const { body: detail } = await rest<Loose>('GET', `/conversations/${next.id}`, { key })
  assert.equal(detail.source_id, payload.contact_inbox.source_id)
})

test('A new customer keeps their identifier and attributes, lists and objects included', async () => {
  const custom_attributes = { chat: 'x@g.us', tags: ['a', 2], meta: { jid: null, deep: { yes: true } } }
  const given = { name: 'Grupo', identifier: '120363@g.us', custom_attributes, avatar_url: '', inbox_id: 0 }
  const made = await good('POST', '/contacts', given)
  const { payload } = await ok('GET', `/contacts/${made.id}`)
  assert.deepEqual([payload.identifier, payload.custom_attributes], ['120363@g.us', custom_attributes])
  const again = await good('POST', '/contacts', { name: 'Grupo', identifier: '120363@g.us' })
  assert.equal(again.id, made.id)
})

test('After resolving a new conversation begins, unless the inbox has one per customer', async () => {
  const { contact, path, id } = await enter()
  await good('POST', `${path}/messages`, { content: 'Hola' })
  await ok('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' })
  const custom_attributes = { pedido: 7, lineas: [{ sku: 'A' }] }
  const next = await good('POST', `/contacts/${contact.source_id}/conversations`, { custom_attributes })
  assert.notEqual(next.id, id)
  assert.deepEqual(next.messages, [])
  assert.deepEqual((await ok('GET', `/conversations/${next.id}`)).custom_attributes, custom_attributes)
  assert.equal((await good('GET', `${path}/messages`))[0].content, 'Hola')
  assert.deepEqual(await good('GET', `/contacts/${contact.source_id}/conversations/${next.id}/messages`), [])

  const locked = await ok('PATCH', `/inboxes/${inbox.id}`, { lock_to_single_conversation: true })
  assert.equal(locked.lock_to_single_conversation, true)
  const other = await enter()
  await ok('POST', `/conversations/${other.id}/toggle_status`, { status: 'resolved' })
  assert.equal((await good('POST', `/contacts/${other.contact.source_id}/conversations`)).id, other.id)
  await ok('PATCH', `/inboxes/${inbox.id}`, { lock_to_single_conversation: false })
})

test('The answers to a form are kept with it', async () => {
  const { path, id } = await enter()
  const items = [{ name: 'talla', type: 'text', label: 'Talla' }]
  const form = { content: '¿Talla?', content_type: 'form', content_attributes: { items } }
  const { id: message_id } = await ok('POST', `/conversations/${id}/messages`, form)
  const submitted_values = [{ name: 'talla', title: 'Talla', value: 'm' }]
  const answered = await good('PATCH', `${path}/messages/${message_id}`, { submitted_values })
  assert.deepEqual(answered.content_attributes, { items, submitted_values })
  const { payload } = await ok('GET', `/conversations/${id}/messages`)
  assert.deepEqual(payload[0].content_attributes.submitted_values, submitted_values)
  const note = await ok('POST', `/conversations/${id}/messages`, { content: 'Interno', private: true })
  const stranger = await enter()
  for (const wrong of [`${path}/messages/${note.id}`, `${stranger.path}/messages/${message_id}`])
    assert.equal((await ask('PATCH', root + wrong, { submitted_values })).status, 404, wrong)
})

test('A blocked customer is refused', async () => {
  const { contact, path } = await enter()
  await ok('PATCH', `/contacts/${contact.id}`, { blocked: true })
  const { status, body } = await ask('POST', `${root}${path}/messages`, { content: 'Oiga' })
  assert.equal(status, 403)
  assert.ok(body.error)
})

test('An inbox describes itself to any page', async () => {
  const { status, body, headers } = await ask('GET', root)
  assert.equal(status, 200)
  assert.equal(body.name, 'App móvil')
  assert.equal(headers.get('access-control-allow-origin'), '*')
  const preflight = await ask('OPTIONS', `${root}/contacts`, undefined, { 'access-control-request-method': 'POST' })
  assert.equal(preflight.status, 204)
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
})

test('An IP address is limited per minute', async () => {
  const strict = await openClassicNode({ HILO_CLASSIC_IP_LIMIT: '5' })
  const { inbox_identifier } = await strict.ok('POST', '/inboxes', { name: 'A', channel: { type: 'api' } })
  const calls = Array.from({ length: 8 }, () => strict.ask('GET', `/public/api/v1/inboxes/${inbox_identifier}`))
  const refused = (await Promise.all(calls)).filter(({ status }) => status === 429)
  assert.equal(refused.length, 3)
  assert.ok(Number(refused[0]!.headers.get('retry-after')) >= 1)
})

test('Account routes stay closed to customers', async () => {
  const { contact } = await enter()
  assert.equal((await classic('GET', '/contacts', undefined, { token: contact.source_id })).status, 401)
})

test('A customer quotes a message, and answers a question with one of its options', async () => {
  const { path, id } = await enter()
  const items = [
    { title: 'Sí', value: 'yes' },
    { title: 'No', value: 'no' },
  ]
  const question = await ok('POST', `/conversations/${id}/messages`, {
    content: '¿Lo apartamos?',
    content_type: 'input_select',
    content_attributes: { items },
  })
  const content_attributes = { in_reply_to: question.id }
  const quote = await good('POST', `${path}/messages`, { content: 'Espera', content_attributes })
  assert.equal(quote.content_attributes.in_reply_to, question.id)
  const unknown = await good('POST', `${path}/messages`, {
    content: 'Hola',
    content_attributes: { in_reply_to: 999999 },
  })
  assert.deepEqual(unknown.content_attributes, {})

  const answer = { submitted_values: [items[1]] }
  for (const values of [answer, answer]) {
    const answered = await good('PATCH', `${path}/messages/${question.id}`, values)
    assert.deepEqual([answered.id, answered.content_attributes], [question.id, { items, submitted_values: [items[1]] }])
  }
  const { payload } = await ok('GET', `/conversations/${id}/messages`)
  assert.deepEqual(payload.at(-1).content, 'No')
  assert.equal(payload.length, 4)
  const other = await enter()
  const stolen = await ask('PATCH', `${root}${other.path}/messages/${question.id}`, answer)
  assert.equal(stolen.status, 404)
})
