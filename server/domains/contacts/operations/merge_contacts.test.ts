import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, actor, events, sql, only, addAccount } = await openWorkspace()
for (const title of ['Vip', 'Nuevo', 'Alta']) await act('create_label', { title })

let made = 0
const make = (fields: object = {}) =>
  act('create_contact', { name: `Ana ${++made}`, email: `ana${made}@example.com`, ...fields })
const merge = (contact_id: string, duplicate_contact_id: string) =>
  act('merge_contacts', { contact_id, duplicate_contact_id })

test('The remaining contact receives missing fields and keeps its own', async () => {
  const remaining = await make({ city: 'Cali', custom_attributes: { utm_source: 'google', visits: 3 } })
  const duplicate = await make({
    phone_number: '+573005550001',
    city: 'Bogotá',
    bio: 'Compra en línea',
    custom_attributes: { utm_source: 'meta', ad_name: 'Otoño' },
  })
  const now = new Date(Date.now() + 60_000)
  const merged = await act('merge_contacts', { contact_id: remaining.id, duplicate_contact_id: duplicate.id }, { now })
  assert.deepEqual(merged, {
    ...remaining,
    phone_number: '+573005550001',
    bio: 'Compra en línea',
    custom_attributes: { utm_source: 'google', visits: 3, ad_name: 'Otoño' },
    updated_at: now.toISOString(),
  })
  const read = await act('get_contact', { contact_id: remaining.id })
  assert.deepEqual({ ...read, ...merged }, read)
  assert.equal((await refusal(act('get_contact', { contact_id: duplicate.id }))).code, 'not_found')
})

test('Notes and labels of both are on the remaining contact', async () => {
  const [remaining, duplicate] = [await make({ labels: ['Vip', 'Nuevo'] }), await make({ labels: ['Nuevo', 'Alta'] })]
  await act('add_contact_note', { contact_id: remaining.id, body: 'Suya' })
  await act('add_contact_note', { contact_id: duplicate.id, body: 'De la otra' })
  const merged = await merge(remaining.id, duplicate.id)
  assert.deepEqual(merged.labels, ['Alta', 'Nuevo', 'Vip'])
  const { notes } = await act('get_contact', { contact_id: remaining.id })
  assert.deepEqual(
    notes.map((note) => [note.body, note.contact_id]),
    [
      ['De la otra', remaining.id],
      ['Suya', remaining.id],
    ],
  )
  assert.deepEqual(await sql`select from contact_labels where contact_id = ${duplicate.id}`, [])
})

test('Conversations and identities of both belong to the remaining contact, with the later activity', async () => {
  const [remaining, duplicate] = [await make(), await make()]
  const inbox = await act('create_inbox', { name: 'Sitio', channel: 'api' })
  for (const { id } of [remaining, duplicate])
    await sql`
      with identity as (
        insert into contact_identities (account_id, contact_id, inbox_id, source_id, created_at)
        values (${actor.account.id}, ${id}, ${inbox.id}, ${`source ${id}`}, now()) returning *)
      insert into conversations (account_id, inbox_id, contact_id, identity_id, status, last_activity_at, created_at, updated_at)
      select account_id, inbox_id, contact_id, id, 'open', now(), now(), now() from identity`
  await sql`update contacts set last_activity_at = '2026-03-01T12:00:00Z' where id = ${duplicate.id}`
  const merged = await merge(remaining.id, duplicate.id)
  assert.equal(merged.last_activity_at, '2026-03-01T12:00:00.000Z')
  const owners = await sql<{ contact_id: string }>`
    select contact_id from conversations where inbox_id = ${inbox.id}
    union all select contact_id from contact_identities where inbox_id = ${inbox.id}`
  assert.deepEqual(
    owners.map((row) => row.contact_id),
    Array.from({ length: 4 }, () => remaining.id),
  )
})

test('The identifier is kept or taken from the duplicate; blocked is not taken over', async () => {
  const [one, two, three] = [await make({ identifier: 'uno' }), await make({ identifier: 'dos' }), await make()]
  await act('update_contact', { contact_id: two.id, blocked: true })
  const first = await merge(one.id, two.id)
  assert.deepEqual([first.identifier, first.blocked], ['uno', false])
  await act('update_contact', { contact_id: three.id, blocked: true })
  const second = await merge(three.id, one.id)
  assert.deepEqual([second.identifier, second.blocked], ['uno', true])
})

test('One event contains the contact and the duplicate, and the audit log records the merge', async () => {
  const [remaining, duplicate] = [await make(), await make({ labels: ['Vip'] })]
  const before = (await events()).length
  const merged = await merge(remaining.id, duplicate.id)
  const after = await events()
  assert.equal(after.length, before + 1)
  assert.equal(after.at(-1)?.name, 'contact.merged')
  assert.deepEqual(after.at(-1)?.payload, { contact: merged, merged_contact_id: duplicate.id })
  const { items } = await act('list_audit_entries', {})
  const entry = items.find(({ details }) => details.duplicate_contact_id === duplicate.id)
  assert.equal(entry?.action, 'merge_contacts')
  assert.deepEqual(entry?.details, { contact_id: remaining.id, duplicate_contact_id: duplicate.id })
})

test('A phone number of the duplicate finds the remaining contact', async () => {
  const [remaining, duplicate] = [await make(), await make({ phone_number: '+573005550002' })]
  await merge(remaining.id, duplicate.id)
  const { items } = await act('search_contacts', { query: '300 555 0002' })
  assert.deepEqual(
    items.map((contact) => contact.id),
    [remaining.id],
  )
})

test('A contact cannot be merged with itself', async () => {
  const contact = await make({ labels: ['Vip'] })
  const known = await events()
  for (const id of [contact.id, `0${contact.id}`]) {
    const problem = await refusal(merge(contact.id, id))
    assert.equal(problem.code, 'invalid_value')
    assert.equal(problem.extra.errors?.[0]?.field, 'duplicate_contact_id')
  }
  assert.deepEqual((await act('get_contact', { contact_id: contact.id })).labels, ['Vip'])
  assert.deepEqual(await events(), known)
})

test('A missing contact, or one of another workspace, cannot be merged', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const mine = await make()
  const known = await events()
  for (const id of [theirs.id, '999999']) {
    assert.equal((await refusal(merge(mine.id, id))).code, 'not_found')
    assert.equal((await refusal(merge(id, mine.id))).code, 'not_found')
  }
  assert.deepEqual(await events(), known)
  assert.equal((await other.act('get_contact', { contact_id: theirs.id })).name, 'Ajena')
})

test('Of two opposite concurrent merges, one succeeds and the other fails without a deadlock', async () => {
  for (let i = 0; i < 10; i++) {
    const [one, two] = [await make({ labels: ['Vip'] }), await make({ labels: ['Alta'] })]
    const outcomes = await Promise.allSettled([merge(one.id, two.id), merge(two.id, one.id)])
    assert.deepEqual(outcomes.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
    for (const each of outcomes) if (each.status === 'rejected') assert.equal(each.reason.code, 'not_found')
    const left = await sql<{ id: string }>`select id from contacts where id = any(${[one.id, two.id]})`
    assert.equal(left.length, 1)
    assert.deepEqual((await act('get_contact', { contact_id: left[0]!.id })).labels, ['Alta', 'Vip'])
  }
})

test('Concurrent merges into one contact all succeed', async () => {
  const remaining = await make()
  const others = [await make({ labels: ['Vip'] }), await make({ labels: ['Alta'] }), await make({ bio: 'Hola' })]
  await Promise.all(others.map((each) => merge(remaining.id, each.id)))
  const after = await act('get_contact', { contact_id: remaining.id })
  assert.deepEqual(after.labels, ['Alta', 'Vip'])
  assert.equal(after.bio, 'Hola')
})

test('A note added to the duplicate during the merge is KEPT', async () => {
  for (let i = 0; i < 5; i++) {
    const [remaining, duplicate] = [await make(), await make()]
    const [, note] = await Promise.allSettled([
      merge(remaining.id, duplicate.id),
      act('add_contact_note', { contact_id: duplicate.id, body: 'A la vez' }),
    ])
    const { notes } = await act('get_contact', { contact_id: remaining.id })
    assert.equal(notes.length, note.status === 'fulfilled' ? 1 : 0)
  }
})

test('Merging contacts requires permission to change contacts', async () => {
  const [remaining, duplicate] = [await make(), await make()]
  const input = { contact_id: remaining.id, duplicate_contact_id: duplicate.id }
  assert.equal((await refusal(act('merge_contacts', input, { as: only('contacts:read') }))).code, 'permission_denied')
})
