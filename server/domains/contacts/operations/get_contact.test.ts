import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()

test('a contact is read whole: fields, custom attributes, labels by title, notes newest first, and its address', async () => {
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
  assert.deepEqual(await act('get_contact', { contact_id: contact.id }), { ...contact, notes: [second, first] })
  assert.deepEqual(contact.labels, ['alta', 'Vip'])
  assert.deepEqual(await events(), known)
})

test('of many notes the newest fifty are shown', async () => {
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

test('how many recent messages are wanted is a whole number up to 100', async () => {
  const { id } = await act('create_contact', { name: 'Mensajes', email: 'mensajes@example.com' })
  for (const recent_messages of [0, 10, 100]) await act('get_contact', { contact_id: id, recent_messages })
  for (const recent_messages of [-1, 101, 2.5]) {
    const problem = await refusal(act('get_contact', { contact_id: id, recent_messages }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'recent_messages')
  }
})

test('a contact of another workspace is as missing as one that never was', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  for (const contact_id of [theirs.id, '999999999']) {
    const problem = await refusal(act('get_contact', { contact_id }))
    assert.equal(problem.code, 'not_found')
    assert.equal(problem.message, `There is no contact ${contact_id}; find contacts with search_contacts.`)
  }
  assert.equal((await refusal(act('get_contact', { contact_id: 'ana' }))).code, 'invalid_request')
})

test('it needs the right to read contacts', async () => {
  const problem = await refusal(act('get_contact', { contact_id: '1' }, { as: only('crm:read') }))
  assert.equal(problem.code, 'permission_denied')
  assert.match(problem.message, /contacts:read/)
})
