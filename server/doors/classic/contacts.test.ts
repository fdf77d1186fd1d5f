import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClassicNode } from '#test/classic.ts'

const { classic, ok, rest, key, addAccount, sql, account_id } = await openClassicNode()
const inbox = await ok('POST', '/inboxes', { name: 'Puente', channel: { type: 'api' } })
const { payload: made } = await ok('POST', '/contacts', {
  name: 'Íngrid Peña',
  phone_number: '+573001234567',
  additional_attributes: { city: 'Bogotá', description: 'Prefiere la mañana', facebook: 'ingrid' },
  custom_attributes: { plan: 'oro' },
})
const id: number = made.contact.id

let count = 0
const email = () => `c${++count}@example.com`

test('A contact is created from a flat or wrapped body and returned with 200', async () => {
  assert.deepEqual(Object.keys(made), ['contact', 'contact_inbox'])
  assert.deepEqual(made.contact_inbox, { inbox: null, source_id: null })
  const { created_at, ...contact } = made.contact
  assert.ok(Number.isInteger(created_at))
  assert.deepEqual(contact, {
    additional_attributes: { city: 'Bogotá', description: 'Prefiere la mañana' },
    availability_status: 'offline',
    email: null,
    id,
    name: 'Íngrid Peña',
    phone_number: '+573001234567',
    blocked: false,
    identifier: null,
    thumbnail: '',
    custom_attributes: { plan: 'oro' },
    contact_inboxes: [],
  })
  const wrapped = await ok('POST', '/contacts', { contact: { name: 'Eva', email: email() } })
  assert.equal(wrapped.payload.contact.name, 'Eva')
})

test('A contact created with an inbox gets an identity there', async () => {
  const { payload } = await ok('POST', '/contacts', { name: 'Bruno', email: email(), inbox_id: inbox.id })
  assert.match(payload.contact_inbox.source_id, /^[0-9a-f-]{36}$/)
  assert.equal(payload.contact_inbox.inbox.id, inbox.id)
  assert.deepEqual(payload.contact.contact_inboxes, [payload.contact_inbox])
  const body = { name: 'Carla', inbox_id: String(inbox.id), source_id: 'w-77' }
  const second = await ok('POST', '/contacts', body)
  assert.equal(second.payload.contact_inbox.source_id, 'w-77')
})

test('A contact whose source_id is taken is not created', async () => {
  const [before] = await sql<{
    count: number
  }>`select count(*)::int as count from contacts where account_id = ${account_id}`
  await ok('POST', '/contacts', { name: 'Una', inbox_id: inbox.id, source_id: 'w-once' })
  const { status, body } = await classic('POST', '/contacts', { name: 'Otra', inbox_id: inbox.id, source_id: 'w-once' })
  assert.equal(status, 422)
  assert.deepEqual(body.attributes, ['source_id'])
  const [after] = await sql<{
    count: number
  }>`select count(*)::int as count from contacts where account_id = ${account_id}`
  assert.equal(after!.count, before!.count + 1)
})

test('A contact without a name is named by its identifier, phone or e-mail, or refused', async () => {
  for (const [body, name] of [
    [{ identifier: '120363@g.us', inbox_id: inbox.id }, '120363@g.us'],
    [{ phone_number: '+573007654321' }, '+573007654321'],
    [{ name: '', email: 'sola@example.com' }, 'sola@example.com'],
  ] as const) {
    assert.equal((await ok('POST', '/contacts', body)).payload.contact.name, name)
  }
  const { status, body } = await classic('POST', '/contacts', {})
  assert.equal(status, 422)
  assert.deepEqual(body.attributes, ['name'])
})

test('Taken or invalid values are refused by field', async () => {
  const taken = await classic('POST', '/contacts', { name: 'X', phone_number: '+573001234567' })
  assert.equal(taken.status, 422)
  assert.deepEqual(taken.body.attributes, ['phone_number'])
  const wrong = await classic('POST', '/contacts', { name: 'X', email: 'not an address' })
  assert.equal(wrong.status, 422)
  assert.deepEqual(wrong.body.attributes, ['email'])
  assert.equal((await classic('POST', '/contacts', { name: 'X', inbox_id: 999999 })).status, 404)
})

test('The numbers of WhatsApp in Mexico, Argentina and Brazil are accepted and stored in one form', async () => {
  for (const [sent, stored, changed] of [
    ['+5215512345678', '+525512345678', '+525512345678'],
    ['+541123456789', '+5491123456789', '+5491123456789'],
    ['+551187654321', '+5511987654321', '+551187654321'],
  ] as const) {
    const identifier = `${sent.slice(1)}@s.whatsapp.net`
    const { payload } = await ok('POST', '/contacts', { name: 'Ana', phone_number: sent, identifier })
    assert.deepEqual([payload.contact.phone_number, payload.contact.identifier], [stored, identifier])
    const after = await ok('PUT', `/contacts/${payload.contact.id}`, { phone_number: changed })
    assert.equal(after.payload.phone_number, stored)
  }
  const taken = await classic('POST', '/contacts', { name: 'Otra', phone_number: '+5491123456789' })
  assert.deepEqual([taken.status, taken.body.attributes], [422, ['phone_number']])
})

test('A linked id in place of a phone number stays the identifier', async () => {
  const [phone_number, identifier] = ['+187654321098765', '187654321098765@lid']
  const { payload } = await ok('POST', '/contacts', { name: 'Oculta', inbox_id: inbox.id, identifier, phone_number })
  assert.deepEqual([payload.contact.phone_number, payload.contact.identifier], [null, identifier])
  const changed = await ok('PUT', `/contacts/${payload.contact.id}`, { name: 'Rosa', identifier, phone_number })
  assert.deepEqual([changed.payload.name, changed.payload.phone_number], ['Rosa', null])
  for (const value of ['187654321098765', phone_number]) {
    const condition = { attribute_key: 'phone_number', filter_operator: 'equal_to', values: [value] }
    const found = await ok('POST', '/contacts/filter', { payload: [condition] })
    assert.deepEqual(
      found.payload.map((each: { id: number }) => each.id),
      [payload.contact.id],
    )
  }
  const alone = await ok('POST', '/contacts', { name: 'Sola', phone_number: '+198765432109876' })
  assert.deepEqual([alone.payload.contact.phone_number, alone.payload.contact.identifier], [null, '198765432109876'])
  const wrong = await classic('PUT', `/contacts/${id}`, { phone_number })
  assert.deepEqual([wrong.status, wrong.body.attributes], [422, ['phone_number']])
})

test('A contact is read by id, with or without its inboxes', async () => {
  const { payload } = await ok('GET', `/contacts/${id}`)
  assert.deepEqual(payload, made.contact)
  const bare = await ok('GET', `/contacts/${id}?include_contact_inboxes=false`)
  assert.ok(!('contact_inboxes' in bare.payload))
})

test('An update changes only the fields sent and merges attributes', async () => {
  const { payload } = await ok('PATCH', `/contacts/${id}`, {
    name: 'Íngrid P.',
    identifier: 'erp-1',
    additional_attributes: { company_name: 'Café Ñandú' },
    custom_attributes: { nivel: 3 },
    avatar_url: 'https://example.com/a.png',
  })
  assert.equal(payload.name, 'Íngrid P.')
  assert.equal(payload.identifier, 'erp-1')
  assert.equal(payload.phone_number, '+573001234567')
  assert.deepEqual(payload.custom_attributes, { plan: 'oro', nivel: 3 })
  assert.equal(payload.additional_attributes.city, 'Bogotá')
  assert.equal(payload.additional_attributes.company_name, 'Café Ñandú')
})

test('Concurrent updates of different attributes are all kept', async () => {
  const updates = Array.from({ length: 10 }, (_, i) =>
    classic('PATCH', `/contacts/${id}`, { custom_attributes: { [`key_${i}`]: i } }),
  )
  assert.deepEqual(new Set((await Promise.all(updates)).map(({ status }) => status)), new Set([200]))
  const { payload } = await ok('PUT', `/contacts/${id}`, { contact: { custom_attributes: { last: true } } })
  const expected = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`key_${i}`, i]))
  assert.deepEqual(payload.custom_attributes, { plan: 'oro', nivel: 3, ...expected, last: true })
})

test('Attributes are removed by name', async () => {
  const { payload } = await ok('POST', `/contacts/${id}/destroy_custom_attributes`, {
    custom_attributes: ['plan', 'nivel', 'unknown', ...Array.from({ length: 10 }, (_, i) => `key_${i}`)],
  })
  assert.deepEqual(payload.custom_attributes, { last: true })
})

test('Labels are replaced as a whole, and missing ones are created', async () => {
  assert.deepEqual(await ok('POST', `/contacts/${id}/labels`, { labels: ['vip', 'nueva'] }), {
    payload: ['nueva', 'vip'],
  })
  assert.deepEqual(await ok('POST', `/contacts/${id}/labels`, { labels: ['VIP'] }), { payload: ['vip'] })
  assert.deepEqual(await ok('GET', `/contacts/${id}/labels`), { payload: ['vip'] })
  assert.deepEqual(await ok('POST', `/contacts/${id}/labels`, {}), { payload: [] })
  const labels = await rest<{ items: { title: string }[] }>('GET', '/labels', { key })
  assert.deepEqual(
    labels.body.items.map(({ title }) => title),
    ['nueva', 'vip'],
  )
})

test('The same new label may be set on many contacts at once', async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, () => ok('POST', '/contacts', { name: 'Muchas', email: email() })),
  )
  const set = await Promise.all(
    people.map(({ payload }) => classic('POST', `/contacts/${payload.contact.id}/labels`, { labels: ['a la vez'] })),
  )
  assert.deepEqual(
    set.map(({ status, body }) => [status, body.payload]),
    set.map(() => [200, ['a la vez']]),
  )
})

test('A contact can be added to more inboxes, repeatedly', async () => {
  const body = { inbox_id: inbox.id, source_id: 'w-ingrid' }
  const first = await ok('POST', `/contacts/${id}/contact_inboxes`, body)
  assert.equal(first.source_id, 'w-ingrid')
  assert.equal(first.inbox.channel_type, 'Channel::Api')
  assert.deepEqual(await ok('POST', `/contacts/${id}/contact_inboxes`, body), first)
  const taken = await classic('POST', `/contacts/${id}/contact_inboxes`, { inbox_id: inbox.id, source_id: 'w-77' })
  assert.equal(taken.status, 422)
})

test('A contact can be contacted where they are known, and in every api inbox', async () => {
  const site = await ok('POST', '/inboxes', { name: 'Sitio', channel: { type: 'web_widget' } })
  const other = await ok('POST', '/inboxes', { name: 'Otro puente', channel: { type: 'api' } })
  const { payload } = await ok('GET', `/contacts/${id}/contactable_inboxes`)
  const sources = new Map<number, string>(
    payload.map((each: { inbox: { id: number }; source_id: string }) => [each.inbox.id, each.source_id]),
  )
  assert.equal(sources.get(inbox.id), 'w-ingrid')
  assert.match(sources.get(other.id)!, /^[0-9a-f-]{36}$/)
  assert.ok(!sources.has(site.id))
})

test('A contact’s conversations are listed by latest activity', async () => {
  assert.deepEqual(await ok('GET', `/contacts/${id}/conversations`), { payload: [] })
  const older = await ok('POST', '/conversations', { contact_id: id, inbox_id: inbox.id })
  const newer = await ok('POST', '/conversations', { contact_id: id, inbox_id: inbox.id })
  await ok('POST', `/conversations/${older.id}/messages`, { content: 'Hola' })
  const { payload } = await ok('GET', `/contacts/${id}/conversations`)
  assert.deepEqual(
    payload.map((each: { id: number }) => each.id),
    [older.id, newer.id],
  )
  assert.deepEqual(payload[0], await ok('GET', `/conversations/${older.id}`))
})

test('Merging keeps the base contact with the other’s data', async () => {
  const base = (await ok('POST', '/contacts', { name: 'Base', email: email() })).payload.contact
  const gone = (
    await ok('POST', '/contacts', {
      name: 'Doble',
      phone_number: '+573009990000',
      inbox_id: inbox.id,
      source_id: 'w-d',
    })
  ).payload.contact
  const talk = await ok('POST', '/conversations', { contact_id: gone.id, inbox_id: inbox.id })
  const merged = await ok('POST', '/actions/contact_merge', { base_contact_id: base.id, mergee_contact_id: gone.id })
  assert.equal(merged.id, base.id)
  assert.equal(merged.name, 'Base')
  assert.equal(merged.phone_number, '+573009990000')
  assert.equal((await classic('GET', `/contacts/${gone.id}`)).status, 404)
  const { payload } = await ok('GET', `/contacts/${base.id}/conversations`)
  assert.equal(payload[0].id, talk.id)
  const absent = await classic('POST', '/actions/contact_merge', { base_contact_id: base.id })
  assert.equal(absent.status, 404)
})

test('Deleting a contact answers with an empty body', async () => {
  const { payload } = await ok('POST', '/contacts', { name: 'Pasajera', email: email() })
  const { status, text } = await classic('DELETE', `/contacts/${payload.contact.id}`)
  assert.equal(status, 200)
  assert.equal(text, '')
  assert.equal((await classic('GET', `/contacts/${payload.contact.id}`)).status, 404)
})

test('Another account’s contact is missing on every route', async () => {
  const other = await addAccount()
  const theirs = await rest<{ id: string }>('POST', '/contacts', {
    key: other.key,
    body: { name: 'Ajena', email: 'ajena@example.com' },
  })
  const path = `/contacts/${theirs.body.id}`
  for (const [method, url, body] of [
    ['GET', path],
    ['PATCH', path, { name: 'Mía' }],
    ['DELETE', path],
    ['GET', `${path}/labels`],
    ['POST', `${path}/labels`, { labels: ['robada'] }],
    ['GET', `${path}/conversations`],
    ['POST', `${path}/contact_inboxes`, { inbox_id: inbox.id }],
    ['GET', `${path}/contactable_inboxes`],
    ['POST', `${path}/destroy_custom_attributes`, { custom_attributes: ['a'] }],
    ['POST', '/actions/contact_merge', { base_contact_id: id, mergee_contact_id: theirs.body.id }],
  ] as const) {
    const answer = await classic(method, url, body)
    assert.equal(answer.status, 404, `${method} ${url}`)
    assert.equal(answer.body.error, 'Resource could not be found')
  }
  const { body } = await rest<{ name: string; labels: string[] }>('GET', `/contacts/${theirs.body.id}`, {
    key: other.key,
  })
  assert.deepEqual([body.name, body.labels], ['Ajena', []])
})
