import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, events, inbox, addAccount } = await openInbox()

test('A contact with an identifier and an inbox needs neither phone number nor e-mail', async () => {
  const input = { name: 'Grupo', identifier: '120363@g.us', inbox_id: inbox.id, source_id: 'g-1', blocked: true }
  const made = await act('create_known_contact', { ...input, custom_attributes: { tipo: 'grupo' } })
  const { channel_identities, ...contact } = made
  assert.deepEqual([contact.phone_number, contact.email, contact.identifier], [null, null, '120363@g.us'])
  assert.equal(contact.blocked, true)
  assert.deepEqual(contact.custom_attributes, { tipo: 'grupo' })
  assert.deepEqual(
    channel_identities.map(({ source_id, inbox: where, verified }) => [source_id, where.id, verified]),
    [['g-1', inbox.id, false]],
  )
  const event = (await events()).at(-1)
  assert.deepEqual([event?.name, event?.payload], ['contact.created', { contact }])
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).channel_identities, channel_identities)
})

test('An inbox identity is generated if none is given, and only if an inbox is named', async () => {
  const { channel_identities } = await act('create_known_contact', { name: 'Eva', inbox_id: inbox.id })
  assert.match(channel_identities[0]!.source_id!, /^[0-9a-f-]{36}$/)
  const alone = await act('create_known_contact', { name: 'Sola', phone_number: '3001234567' })
  assert.equal(alone.phone_number, '+573001234567')
  assert.deepEqual(alone.channel_identities, [])
})

test('A duplicate identifier or channel identity, or a missing name, creates nothing', async () => {
  const count = async () => (await act('count_contacts', {})).count
  const before = await count()
  const known = (await events()).length
  const taken = await refusal(act('create_known_contact', { name: 'X', inbox_id: inbox.id, source_id: 'g-1' }))
  assert.deepEqual([taken.code, taken.extra.errors?.[0]?.field], ['duplicate_value', 'source_id'])
  const twice = await refusal(act('create_known_contact', { name: 'X', identifier: '120363@g.us' }))
  assert.deepEqual([twice.code, twice.extra.errors?.[0]?.field], ['duplicate_value', 'identifier'])
  const nameless = await refusal(act('create_known_contact', { name: ' ', identifier: 'x' }))
  assert.equal(nameless.code, 'missing_field')
  assert.equal(await count(), before)
  assert.equal((await events()).length, known)
})

test('An inbox of another workspace is not found, and permission to write contacts is required', async () => {
  const other = await addAccount()
  const missing = await refusal(act('create_known_contact', { name: 'X', inbox_id: other.inbox.id }))
  assert.equal(missing.code, 'not_found')
  const problem = await refusal(act('create_known_contact', { name: 'X' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
