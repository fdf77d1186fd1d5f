import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, only, addAccount } = await openWorkspace()
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })

test('A note is deleted, the others stay, and the audit log records it without the text', async () => {
  const other = await act('add_contact_note', { contact_id, body: 'Queda' })
  const gone = await act('add_contact_note', { contact_id, body: 'Secreta' })
  assert.deepEqual(await act('delete_contact_note', { contact_id, note_id: gone.id }), { id: gone.id, deleted: true })
  assert.deepEqual((await act('list_contact_notes', { contact_id })).items, [other])
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.note_deleted')
  assert.deepEqual(event?.payload, { contact_note: gone })
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'delete_contact_note')
  assert.deepEqual(entry?.details, { contact_id, note_id: gone.id })
})

test('A deleted note is not found', async () => {
  const { id: note_id } = await act('add_contact_note', { contact_id, body: 'Una vez' })
  await act('delete_contact_note', { contact_id, note_id })
  const audit = await act('list_audit_entries', {})
  const problem = await refusal(act('delete_contact_note', { contact_id, note_id }))
  assert.equal(problem.code, 'not_found')
  assert.match(problem.message, /Note not found on this contact/)
  assert.deepEqual(await act('list_audit_entries', {}), audit)
})

test('A note is found only on its own contact and in its own workspace', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  const theirNote = await other.act('add_contact_note', { contact_id: theirs.id, body: 'Suya' })
  const second = await act('create_contact', { name: 'Eva', email: 'eva@example.com' })
  const note = await act('add_contact_note', { contact_id, body: 'De Ana' })
  for (const input of [
    { contact_id: second.id, note_id: note.id },
    { contact_id: theirs.id, note_id: theirNote.id },
    { contact_id, note_id: theirNote.id },
  ]) {
    assert.equal((await refusal(act('delete_contact_note', input))).code, 'not_found')
  }
  assert.equal((await other.act('list_contact_notes', { contact_id: theirs.id })).items.length, 1)
})

test('Deleting a note requires permission to change contacts', async () => {
  const problem = await refusal(act('delete_contact_note', { contact_id, note_id: '1' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
