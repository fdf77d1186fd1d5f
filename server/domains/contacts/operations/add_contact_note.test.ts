import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '#test/refusal.ts'
import { openWorkspace } from '#test/workspace.ts'

const { act, events, sql, actor, only, addAccount } = await openWorkspace()
const { id: contact_id } = await act('create_contact', { name: 'Ana', email: 'ana@example.com' })

test('A note has its author and time, and the event contains it', async () => {
  const now = new Date('2026-11-15T12:00:00.000Z')
  const note = await act('add_contact_note', { contact_id, body: ' Prefiere\nlas tardes ' }, { now })
  assert.equal(note.body, 'Prefiere\nlas tardes')
  assert.equal(note.contact_id, contact_id)
  assert.equal(note.created_at, now.toISOString())
  assert.deepEqual(note.author, { type: 'user', id: actor.id, name: 'Ana Admin' })
  const event = (await events()).at(-1)
  assert.equal(event?.name, 'contact.note_created')
  assert.deepEqual(event?.payload, { contact_note: note })
  assert.equal((await sql`select from contact_notes where id = ${note.id}`).length, 1)
})

test('Two notes can have the same text', async () => {
  const [one, two] = [
    await act('add_contact_note', { contact_id, body: 'Igual' }),
    await act('add_contact_note', { contact_id, body: 'Igual' }),
  ]
  assert.notEqual(one.id, two.id)
})

test('A note with an empty, too long or invalid text is rejected', async () => {
  const known = await events()
  for (const body of ['', ' \n ', 'x'.repeat(20_001), 'nulo \0']) {
    const problem = await refusal(act('add_contact_note', { contact_id, body }))
    assert.equal(problem.code, 'invalid_request')
    assert.equal(problem.extra.errors?.[0]?.field, 'body')
  }
  assert.equal((await refusal(act('add_contact_note', { contact_id } as never))).code, 'missing_field')
  assert.deepEqual(await events(), known)
})

test('A contact of another workspace gets no note', async () => {
  const other = await addAccount()
  const theirs = await other.act('create_contact', { name: 'Ajena', email: 'ajena@example.com' })
  for (const id of [theirs.id, '999999']) {
    assert.equal((await refusal(act('add_contact_note', { contact_id: id, body: 'Hola' }))).code, 'not_found')
  }
  assert.deepEqual((await other.act('list_contact_notes', { contact_id: theirs.id })).items, [])
})

test('Adding a note requires permission to change contacts', async () => {
  const problem = await refusal(act('add_contact_note', { contact_id, body: 'x' }, { as: only('contacts:read') }))
  assert.equal(problem.code, 'permission_denied')
})
