import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInbox } from '#test/inbox.ts'
import { refusal } from '#test/refusal.ts'

const { act, sql, only, inbox, write, addAccount } = await openInbox()

let made = 0
const contact = () => act('create_contact', { name: `Cliente ${++made}`, email: `cliente${made}@example.com` })

test('Messages from a registered channel identity belong to its contact', async () => {
  const { id: contact_id } = await contact()
  const identity = await act('create_contact_identity', { contact_id, inbox: 'ventas', source_id: 'wa:573001' })
  assert.deepEqual(identity, {
    id: identity.id,
    inbox: { id: inbox.id, name: 'Ventas' },
    channel: 'api',
    source_id: 'wa:573001',
    verified: false,
    created_at: identity.created_at,
  })
  const { conversation } = await write({ source_id: 'wa:573001' })
  assert.equal(conversation.contact.id, contact_id)
  assert.deepEqual((await act('get_contact', { contact_id })).channel_identities, [identity])
})

test('A channel identity created without a name gets one nobody can guess', async () => {
  const { id: contact_id } = await contact()
  const { source_id } = await act('create_contact_identity', { contact_id, inbox_id: inbox.id })
  assert.match(source_id!, /^[0-9a-f-]{36}$/)
})

test('A channel identity belongs to one contact, and the same name in another inbox is separate', async () => {
  const [one, two] = [await contact(), await contact()]
  await act('create_contact_identity', { contact_id: one.id, inbox_id: inbox.id, source_id: 'única' })
  for (const contact_id of [one.id, two.id]) {
    const again = act('create_contact_identity', { contact_id, inbox_id: inbox.id, source_id: 'única' })
    const problem = await refusal(again)
    assert.equal(problem.code, 'duplicate_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'source_id')
  }
  const other = await act('create_inbox', { name: 'Soporte', channel: 'api' })
  await act('create_contact_identity', { contact_id: two.id, inbox_id: other.id, source_id: 'única' })
})

test('A message that arrives while the identity is created leads to one contact', async () => {
  for (let i = 0; i < 5; i++) {
    const { id: contact_id } = await contact()
    const source_id = `a-la-vez-${i}`
    const [made, written] = await Promise.allSettled([
      act('create_contact_identity', { contact_id, inbox_id: inbox.id, source_id }),
      write({ source_id }),
    ])
    assert.equal(written.status, 'fulfilled')
    if (made.status === 'rejected') assert.equal(made.reason.code, 'duplicate_value')
    assert.equal((await sql`select from contact_identities where source_id = ${source_id}`).length, 1)
  }
})

test('Contacts and inboxes of another workspace cannot be used', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const mine = await contact()
  const tries = [
    { contact_id: theirs.id, inbox_id: inbox.id },
    { contact_id: '999999999', inbox_id: inbox.id },
    { contact_id: mine.id, inbox_id: other.inbox.id },
    { contact_id: mine.id, inbox: 'Nada' },
  ]
  for (const input of tries) assert.equal((await refusal(act('create_contact_identity', input))).code, 'not_found')
  assert.equal((await refusal(act('create_contact_identity', { contact_id: mine.id }))).code, 'missing_field')
})

test('Creating an identity requires permission to write contacts', async () => {
  const { id: contact_id } = await contact()
  const call = act('create_contact_identity', { contact_id, inbox_id: inbox.id }, { as: only('contacts:read') })
  assert.equal((await refusal(call)).code, 'permission_denied')
})
