import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, only, addAccount } = await openWorkspace()
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })

test('A note gets a new text and keeps its author and time; the audit log records it without the text', async () => {
  const note = await act('add_contact_note', { contact_id, body: 'Llamar el lunes' })
  const changed = await act('update_contact_note', { contact_id, note_id: note.id, body: ' Llamar el martes ' })
  assert.deepEqual(changed, { ...note, body: 'Llamar el martes' })
  assert.deepEqual((await act('list_contact_notes', { contact_id })).items, [changed])
  const [entry] = (await act('list_audit_entries', { limit: 1 })).items
  assert.equal(entry?.action, 'update_contact_note')
  assert.deepEqual(entry?.details, { contact_id, note_id: note.id })
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
    { contact_id, note_id: '999999' },
  ]) {
    assert.equal((await refusal(act('update_contact_note', { ...input, body: 'Mía' }))).code, 'not_found')
  }
  assert.equal((await other.act('list_contact_notes', { contact_id: theirs.id })).items[0]!.body, 'Suya')
})

test('A note needs text, and it requires permission to change contacts', async () => {
  const { id: note_id } = await act('add_contact_note', { contact_id, body: 'Algo' })
  assert.equal((await refusal(act('update_contact_note', { contact_id, note_id, body: ' ' }))).code, 'invalid_request')
  const as = only('contacts:read')
  const problem = await refusal(act('update_contact_note', { contact_id, note_id, body: 'x' }, { as }))
  assert.equal(problem.code, 'permission_denied')
})
