import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, only, write, inbox, addAccount } = await openInbox()

test('Several contacts are read at once by ID, each with their channel identities', async () => {
  const ana = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })
  const { conversation } = await write({ source_id: 'wa:1', contact: { name: 'Eva' } })
  const second = await act('create_contact_identity', { contact_id: conversation.contact.id, inbox_id: inbox.id })
  const contact_ids = [conversation.contact.id, ana.id, ana.id]
  const { items, next_cursor } = await act('get_contacts', { contact_ids })
  assert.equal(next_cursor, null)
  assert.deepEqual(items[0], { ...ana, channel_identities: [] })
  assert.equal(items.length, 2)
  const { channel_identities } = await act('get_contact', { contact_id: conversation.contact.id })
  assert.deepEqual(items[1]!.channel_identities, channel_identities)
  assert.deepEqual(
    channel_identities.map(({ source_id }) => source_id),
    ['wa:1', second.source_id],
  )
})

test('Unknown contacts and those of another workspace are left out', async () => {
  const ana = await act('create_contact', { name: 'Ana', email: 'ana2@example.com' })
  const other = await addAccount()
  const theirs = await other.talk()
  const { items } = await act('get_contacts', { contact_ids: [theirs.contact.id, '999999', ana.id] })
  assert.deepEqual(
    items.map(({ id }) => id),
    [ana.id],
  )
})

test('Reading contacts takes 1 to 100 IDs and requires contacts:read', async () => {
  assert.equal((await refusal(act('get_contacts', { contact_ids: [] }))).code, 'invalid_request')
  const many = Array.from({ length: 101 }, (_, i) => String(i))
  assert.equal((await refusal(act('get_contacts', { contact_ids: many }))).code, 'invalid_request')
  const problem = await refusal(act('get_contacts', { contact_ids: ['1'] }, { as: only('conversations:read') }))
  assert.equal(problem.code, 'permission_denied')
})
