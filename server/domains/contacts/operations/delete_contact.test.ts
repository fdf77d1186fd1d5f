import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, only, addAccount } = await openWorkspace()

test('A contact is deleted with its notes and labels, and the event contains it', async () => {
  await act('create_label', { title: 'Vip' })
  const contact = await act('create_contact', { name: 'Adiós', email: 'adios@example.com', labels: ['Vip'] })
  const { id: contact_id } = contact
  await act('add_contact_note', { contact_id, body: 'Última' })
  assert.deepEqual(await act('delete_contact', { contact_id }), { id: contact_id, deleted: true })
  assert.equal((await refusal(act('get_contact', { contact_id }))).code, 'not_found')
  assert.deepEqual(await sql`select from contact_notes where contact_id = ${contact_id}`, [])
  assert.deepEqual(await sql`select from contact_labels where contact_id = ${contact_id}`, [])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.deleted')
  assert.deepEqual(event?.payload, { contact })
})

test('The audit log records the deletion with the contact', async () => {
  const { id: contact_id } = await act('create_contact', { name: 'Auditada', email: 'auditada@example.com' })
  await act('delete_contact', { contact_id }, { ip: '203.0.113.7' })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'delete_contact')
  assert.deepEqual(entry?.details, { contact_id })
  assert.equal(entry?.actor.name, 'Ana Admin')
  assert.equal(entry?.ip, '203.0.113.7')
})

test('Its phone number and e-mail can be used again', async () => {
  const input = { name: 'Otra vez', phone_number: '+573001112233', email: 'otravez@example.com' }
  const first = await act('create_contact', input)
  await act('delete_contact', { contact_id: first.id })
  assert.notEqual((await act('create_contact', input)).id, first.id)
})

test('A deleted record, or one of another workspace, is not found, and nothing is written', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const gone = await act('create_contact', { name: 'Ida', email: 'ida@example.com' })
  await act('delete_contact', { contact_id: gone.id })
  const [known, audit] = [await events(), await act('list_audit_entries', {})]
  for (const contact_id of [gone.id, theirs.id]) {
    assert.equal((await refusal(act('delete_contact', { contact_id }))).code, 'not_found')
  }
  assert.deepEqual(await events(), known)
  assert.deepEqual(await act('list_audit_entries', {}), audit)
  assert.equal((await other.act('get_contact', { contact_id: theirs.id })).name, 'Ajena')
})

test('Of two concurrent deletions, one succeeds and the other finds nothing', async () => {
  const { id: contact_id } = await act('create_contact', { name: 'Dos', email: 'dos@example.com' })
  const known = await events()
  const outcomes = await Promise.allSettled([
    act('delete_contact', { contact_id }),
    act('delete_contact', { contact_id }),
  ])
  assert.deepEqual(outcomes.map((each) => each.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await events()).length, known.length + 1)
})

test('Deleting a contact requires permission to change contacts', async () => {
  const problem = await refusal(act('delete_contact', { contact_id: '1' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
