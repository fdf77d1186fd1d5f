import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCrm } from '#test/crm.ts'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, events, only, inbox, write, addAccount } = await openInbox()

test('A contact is read with fields, custom attributes, labels by title, notes newest first, and its address', async () => {
  await act('create_label', { title: 'Vip' })
  await act('create_label', { title: 'alta' })
  const contact = await act('create_contact', {
    name: 'Íngrid',
    email: 'ingrid@example.com',
    custom_attributes: { utm_source: 'google', visits: 3 },
    labels: ['Vip', 'alta'],
  })
  const first = await act('add_contact_note', { contact_id: contact.id, body: 'Llamó' })
  const second = await act('add_contact_note', { contact_id: contact.id, body: 'Volvió a llamar' })
  const known = await events()
  assert.deepEqual(await act('get_contact', { contact_id: contact.id }), {
    ...contact,
    channel_identities: [],
    notes: [second, first],
    conversations: [],
    recent_messages: [],
    open_records: [],
  })
  assert.deepEqual(contact.labels, ['alta', 'Vip'])
  assert.deepEqual(await events(), known)
})

test('The fifty newest notes are shown', async () => {
  const { id } = await act('create_contact', { name: 'Muchas', email: 'muchas@example.com' })
  const start = Date.parse('2026-01-01T00:00:00Z')
  for (let i = 0; i < 55; i++) {
    await act('add_contact_note', { contact_id: id, body: `Nota ${i}` }, { now: new Date(start + i * 1000) })
  }
  const { notes } = await act('get_contact', { contact_id: id })
  assert.equal(notes.length, 50)
  assert.equal(notes[0]?.body, 'Nota 54')
  assert.equal(notes.at(-1)?.body, 'Nota 5')
})

test('A contact comes with channel identities, conversations and the recent messages of the latest one', async () => {
  const first = await write({ source_id: 'wa:1', contact: { name: 'Inés', phone_number: '3005550001' } })
  const contact_id = first.conversation.contact.id
  const support = await act('create_inbox', { name: 'Soporte', channel: 'api' })
  const contact = { phone_number: '3005550001' }
  const second = await write({ source_id: 'tg:1', inbox_id: support.id, content: 'Otra vez', contact })
  assert.equal(second.conversation.contact.id, contact_id)
  const note = await act('send_message', { conversation_id: second.conversation.id, content: 'Nota', private: true })
  const profile = await act('get_contact', { contact_id })
  assert.deepEqual(
    profile.channel_identities.map(({ inbox, channel, source_id }) => [inbox.name, channel, source_id]),
    [
      ['Ventas', 'api', 'wa:1'],
      ['Soporte', 'api', 'tg:1'],
    ],
  )
  assert.deepEqual(
    profile.conversations.map(({ id }) => id),
    [second.conversation.id, first.conversation.id],
  )
  assert.deepEqual(profile.recent_messages, [note, second.message])
  assert.equal(profile.last_activity_at, second.message.created_at)
  assert.deepEqual((await act('get_contact', { contact_id, recent_messages: 1 })).recent_messages, [note])
  assert.deepEqual((await act('get_contact', { contact_id, recent_messages: 0 })).recent_messages, [])
})

test('Ten recent messages and twenty conversations are shown by default', async () => {
  const { conversation } = await write({ source_id: 'mucho' })
  const contact_id = conversation.contact.id
  for (let i = 0; i < 20; i++) await act('create_conversation', { contact_id, inbox_id: inbox.id })
  for (let i = 0; i < 11; i++) await write({ source_id: 'mucho', content: `Mensaje ${i}` })
  const profile = await act('get_contact', { contact_id })
  assert.equal(profile.recent_messages.length, 10)
  assert.equal(profile.recent_messages[0]?.content, 'Mensaje 10')
  assert.equal(profile.conversations.length, 20)
})

test('A caller without permission to read conversations sees the contact without messages', async () => {
  const { conversation } = await write({ content: 'ornitorrinco' })
  const contact_id = conversation.contact.id
  const profile = await act('get_contact', { contact_id }, { as: only('contacts:read') })
  assert.deepEqual([profile.conversations, profile.recent_messages], [[], []])
  assert.ok(!JSON.stringify(profile).includes('ornitorrinco'))
})

test('A contact comes with its open leads and deals, for callers who may read them', async () => {
  const crm = await openCrm()
  const { id: contact_id } = await crm.contact()
  const lead = await crm.lead({ name: 'Interesada', contact_id })
  await crm.deal({ name: 'Perdida', contact_id, stage: 'Ganado' })
  const deal = await crm.deal({ name: 'Renovación', contact_id, amount: 1_500_000 })
  await crm.deal({ name: 'De otra persona' })
  const { open_records } = await crm.act('get_contact', { contact_id })
  assert.deepEqual(
    open_records.map(({ type, id, name, amount, url }) => [type, id, name, amount, url]),
    [
      ['opportunity', deal.id, 'Renovación', 1_500_000, deal.url],
      ['lead', lead.id, 'Interesada', null, lead.url],
    ],
  )
  const without = await crm.act('get_contact', { contact_id }, { as: crm.only('contacts:read') })
  assert.deepEqual(without.open_records, [])
})

test('The number of recent messages is a whole number up to 100', async () => {
  const { id } = await act('create_contact', { name: 'Mensajes', email: 'mensajes@example.com' })
  for (const recent_messages of [0, 10, 100]) await act('get_contact', { contact_id: id, recent_messages })
  for (const recent_messages of [-1, 101, 2.5]) {
    const problem = await refusal(act('get_contact', { contact_id: id, recent_messages }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'recent_messages')
  }
})

test('A contact of another workspace is not found, exactly like a missing one', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  for (const contact_id of [theirs.id, '999999999']) {
    const problem = await refusal(act('get_contact', { contact_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no contact ${contact_id}; find contacts with search_contacts.`)
  }
  assert.equal((await refusal(act('get_contact', { contact_id: 'ana' }))).code, 'invalid_request')
})

test('Reading a contact requires contacts:read', async () => {
  const problem = await refusal(act('get_contact', { contact_id: '1' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /contacts:read/)
})
